import { DateTimePicker } from '@mantine/dates';
import 'dayjs/locale/es';
// Outside the layer, so that it outweighs the component library's styles in any order of loading.
import '@mantine/dates/styles.css';
import { getLanguage } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
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
      label={t('Start time')}
      description={
        form.values.locationDetails
          ? t('In the time zone of the place.')
          : t('In your time zone, until you choose a place.')
      }
      required
      clearable
      locale={getLanguage()}
      firstDayOfWeek={0}
      weekendDays={[]}
      // Only if no time is chosen yet: the picker would otherwise replace the chosen time.
      defaultTimeValue={startTime ? undefined : '09:00'}
      placeholder={t('Pick date and time')}
      minDate={dropOffset(formatLocalTime(now, timeZone))}
      valueFormat={(value) =>
        formatZonedDateTime(
          parseLocalTime(startTime && value === picked ? startTime : value, timeZone),
          timeZone,
        )
      }
      ariaLabels={getCalendarLabels()}
      timePickerProps={getTimePicker()}
      // Closing the picker returns the focus to the field instead of the top of the page.
      popoverProps={{ returnFocus: true }}
      submitButtonProps={{ 'aria-label': t('Use this time') }}
      clearButtonProps={{ 'aria-label': t('Clear date and time') }}
      {...props}
      value={picked}
      // The picker knows no offset, so the same time again keeps it.
      onChange={(value) => onChange(value === picked ? startTime : value)}
    />
  );
}

const getCalendarLabels = () => ({
  previousMonth: t('Previous month'),
  nextMonth: t('Next month'),
  monthLevelControl: t('Choose a month'),
});

const getTimePicker = () => ({
  format: '12h' as const,
  withDropdown: true,
  minutesStep: 5,
  hoursInputLabel: t('Hours'),
  minutesInputLabel: t('Minutes'),
  amPmInputLabel: t('AM or PM'),
  // In a portal it renders briefly at the top of the page, and its lists scroll the page there.
  popoverProps: { withinPortal: false },
});
