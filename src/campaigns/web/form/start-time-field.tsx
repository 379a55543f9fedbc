import { DateTimePicker } from '@mantine/dates';
import { useNow } from '#platform/web/clock.ts';
import { formatZonedDateTime } from '#platform/web/ui/format-time.ts';
import { dropOffset, formatLocalTime, parseLocalTime } from './local-time.ts';
import { getTimeZone } from './campaign-form-values.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

export function StartTimeField({ form }: { form: CampaignFormApi }) {
  const now = useNow(60_000);
  const { startTime } = form.values;
  const { onChange, ...props } = form.getInputProps('startTime');
  const picked = startTime && dropOffset(startTime);
  const timeZone = getTimeZone(form.values);
  return (
    <DateTimePicker
      label="Start time"
      description={
        form.values.locationDetails
          ? 'In the time zone of the place.'
          : 'In your time zone, until you choose a place.'
      }
      required
      clearable
      firstDayOfWeek={0}
      weekendDays={[]}
      // Only if no time is chosen yet: the picker would otherwise replace the chosen time.
      defaultTimeValue={startTime ? undefined : '09:00'}
      placeholder="Pick date and time"
      minDate={dropOffset(formatLocalTime(now, timeZone))}
      valueFormat={(value) =>
        formatZonedDateTime(
          parseLocalTime(startTime && value === picked ? startTime : value, timeZone),
          timeZone,
        )
      }
      ariaLabels={calendarLabels}
      timePickerProps={timePicker}
      // Closing the picker returns the focus to the field instead of the top of the page.
      popoverProps={{ returnFocus: true }}
      submitButtonProps={{ 'aria-label': 'Use this time' }}
      clearButtonProps={{ 'aria-label': 'Clear date and time' }}
      {...props}
      value={picked}
      // The picker knows no offset, so the same time again keeps it.
      onChange={(value) => onChange(value === picked ? startTime : value)}
    />
  );
}

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  monthLevelControl: 'Choose a month',
};

const timePicker = {
  format: '12h',
  withDropdown: true,
  minutesStep: 5,
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
  amPmInputLabel: 'AM or PM',
  // In a portal it renders briefly at the top of the page, and its lists scroll the page there.
  popoverProps: { withinPortal: false },
} as const;
