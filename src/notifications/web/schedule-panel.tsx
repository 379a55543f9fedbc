import { Button, Select, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import {
  getNotificationSchedule,
  type NotificationSchedule,
  setNotificationSchedule,
} from '../schedule-contract.ts';
import classes from './notification-choices.module.css';

/** Quiet hours and the daily summary. */
export function SchedulePanel() {
  const { data, error, refetch } = useEndpoint(getNotificationSchedule, undefined, {
    refetchOnMount: 'always',
  });
  return (
    <Panel title="Quiet hours and daily summary">
      {data ? (
        <ScheduleForm saved={data.schedule} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

const NO_SUMMARY = 'none';
const summaryOptions = [
  { value: NO_SUMMARY, label: 'Send each email at once' },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: `One email a day, at ${formatHour(hour)}`,
  })),
];

/** Returns '7:00 AM'. */
function formatHour(hour: number): string {
  return `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;
}

const usualNight = { from: '22:00', until: '07:00' };

function ScheduleForm({ saved }: { saved: NotificationSchedule | null }) {
  const [isQuiet, setIsQuiet] = useState(saved?.quietHours != null);
  const [hours, setHours] = useState(saved?.quietHours ?? usualNight);
  const [digestHour, setDigestHour] = useState(saved?.digestHour ?? null);
  // The times are meant where the user is now.
  const timeZone = readTimeZone();
  const save = useCallMutation(setNotificationSchedule, {
    invalidates: [getNotificationSchedule],
    onSuccess: () =>
      showToast({ title: 'Saved', message: 'Your notification times have been saved.', tone: 'success' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { timeZone, quietHours: isQuiet ? hours : null, digestHour } });
  };
  const fields = save.error?.fields ?? {};
  const timeError = fields['quietHours.until'] ?? fields['quietHours.from'] ?? null;
  return (
    <form className={classes.form} onSubmit={submit}>
      <Switch
        label="Quiet hours"
        aria-describedby="about-quiet-hours"
        size="md"
        checked={isQuiet}
        onChange={({ currentTarget }) => setIsQuiet(currentTarget.checked)}
      />
      <p className={classes.about} id="about-quiet-hours">
        Emails and push messages wait until they are over. Sign-in codes and security emails don’t.
      </p>
      {isQuiet ? (
        <div className={classes.times}>
          <TextInput
            type="time"
            label="From"
            required
            value={hours.from}
            onChange={({ currentTarget }) => setHours({ ...hours, from: currentTarget.value })}
          />
          <TextInput
            type="time"
            label="Until"
            required
            error={timeError}
            value={hours.until}
            onChange={({ currentTarget }) => setHours({ ...hours, until: currentTarget.value })}
          />
        </div>
      ) : null}
      <Select
        className={classes.summary}
        label="Emails"
        description="Reminders of deadlines are always sent in time."
        allowDeselect={false}
        data={summaryOptions}
        value={digestHour === null ? NO_SUMMARY : String(digestHour)}
        onChange={(value) => setDigestHour(value === null || value === NO_SUMMARY ? null : Number(value))}
      />
      <p className={classes.about}>
        Times are in your time zone, {timeZone.replaceAll('_', ' ')}.
        {saved && saved.timeZone !== timeZone
          ? ` Your saved times are in ${saved.timeZone.replaceAll('_', ' ')}. Save to change that.`
          : ''}
      </p>
      <ErrorText
        text={
          save.error && !timeError
            ? getErrorText(save.error, 'We couldn’t save your times. Please try again.')
            : null
        }
      />
      <Button type="submit" loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}
