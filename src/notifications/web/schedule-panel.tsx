import { Button, Select, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { HOUR } from '#kernel/time.ts';
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

export function SchedulePanel() {
  const { data, error, refetch } = useEndpoint(getNotificationSchedule, undefined, {
    refetchOnMount: 'always',
  });
  return (
    <Panel title={t('Quiet hours and daily summary')}>
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
const listSummaryOptions = () => [
  { value: NO_SUMMARY, label: t('Send each email at once') },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: t('One email a day, at {hour}', { hour: formatHour(hour) }),
  })),
];

/** Returns '7:00 AM'. */
function formatHour(hour: number): string {
  const format = new Intl.DateTimeFormat(getLocale(), {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return format.format(hour * HOUR);
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
      showToast({
        title: t('Saved'),
        message: t('Your notification times have been saved.'),
        tone: 'success',
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { timeZone, quietHours: isQuiet ? hours : null, digestHour } });
  };
  const fields = save.error?.fields ?? {};
  const fromError = fields['quietHours.from'];
  const untilError = fields['quietHours.until'];
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Switch
        label={t('Quiet hours')}
        aria-describedby="about-quiet-hours"
        size="md"
        checked={isQuiet}
        onChange={({ currentTarget }) => setIsQuiet(currentTarget.checked)}
      />
      <p className={classes.about} id="about-quiet-hours">
        {t('Emails and push messages wait until they are over. Sign-in codes and security emails don’t.')}
      </p>
      {isQuiet ? (
        <div className={classes.times}>
          <TextInput
            type="time"
            label={t('From')}
            required
            error={fromError}
            value={hours.from}
            onChange={({ currentTarget }) => setHours({ ...hours, from: currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('Until')}
            required
            error={untilError}
            value={hours.until}
            onChange={({ currentTarget }) => setHours({ ...hours, until: currentTarget.value })}
          />
        </div>
      ) : null}
      <Select
        className={classes.summary}
        label={t('Emails')}
        description={t('Reminders of deadlines are always sent in time.')}
        allowDeselect={false}
        data={listSummaryOptions()}
        value={digestHour === null ? NO_SUMMARY : String(digestHour)}
        onChange={(value) => setDigestHour(value === null || value === NO_SUMMARY ? null : Number(value))}
      />
      <p className={classes.about}>
        {t('Times are in your time zone, {timeZone}.', { timeZone: timeZone.replaceAll('_', ' ') })}
        {saved && saved.timeZone !== timeZone
          ? ` ${t('Your saved times are in {timeZone}. Save to change that.', { timeZone: saved.timeZone.replaceAll('_', ' ') })}`
          : ''}
      </p>
      <ErrorText
        text={
          save.error && !fromError && !untilError
            ? getErrorText(save.error, t('We couldn’t save your times. Please try again.'))
            : null
        }
      />
      <Button type="submit" loading={save.isPending}>
        {t('Save')}
      </Button>
    </form>
  );
}
