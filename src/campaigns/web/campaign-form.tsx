import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useNow } from '#platform/web/clock.ts';
import { LocationPicker } from '#platform/web/maps/location-picker.tsx';
import { formatDatedAppointment } from '#platform/web/ui/format-time.ts';
import { CampaignType, MIN_DURATION_MINUTES, MIN_WEARABLE_PAY_DOLLARS } from '../contract.ts';
import classes from './campaign-form.module.css';
import { localText } from './campaign-form-values.ts';
import { AudienceSection, ProofSection } from './audience-and-proof-fields.tsx';
import { BudgetNote } from './budget-note.tsx';
import { FormSection, TypeFieldsError } from './form-section.tsx';
import { NumberField } from './number-field.tsx';
import { SocialFields } from './social-fields.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';

/** Every field of a campaign of either type; what surrounds it decides what becomes of the values. */
export function CampaignFields({ form }: { form: CampaignFormApi }) {
  const isSocial = form.values.campaignType === 'social';
  return (
    <div className={classes.form}>
      <BasicsSection form={form} />
      {isSocial ? <SocialFields form={form} /> : null}
      <PlaceAndPaySection form={form} />
      <AudienceSection form={form} />
      <ProofSection form={form} />
    </div>
  );
}

interface SectionProps {
  form: CampaignFormApi;
}

function BasicsSection({ form }: SectionProps) {
  const now = useNow(60_000);
  return (
    <FormSection title="Basics">
      <SegmentedControl
        aria-label="Campaign type"
        radius="xl"
        size="md"
        w="fit-content"
        maw="100%"
        data={[
          { value: 'wearable', label: 'Wearable' },
          { value: 'social', label: 'Social media' },
        ]}
        value={form.values.campaignType}
        onChange={(chosen) => form.setFieldValue('campaignType', CampaignType.parse(chosen))}
      />
      <p className={classes.note}>{typeNotes[form.values.campaignType]}</p>
      <div className={classes.columns}>
        <TextInput label="Title" required maxLength={120} {...form.getInputProps('title')} />
        <TextInput
          label="Company"
          required
          maxLength={120}
          autoComplete="organization"
          {...form.getInputProps('company')}
        />
      </div>
      <Textarea
        label="Description"
        description="What people do, what they wear or show, and what good looks like."
        required
        autosize
        minRows={3}
        maxRows={12}
        maxLength={4000}
        {...form.getInputProps('description')}
      />
      <DateTimePicker
        label="Start time"
        description="In your own time zone, wherever the campaign is"
        required
        clearable
        firstDayOfWeek={0}
        weekendDays={[]}
        // Only for the first choice: the picker would open with it in place of a time already chosen.
        defaultTimeValue={form.values.startTime ? undefined : '09:00'}
        placeholder="Pick date and time"
        minDate={localText(now)}
        valueFormat={(value) => formatDatedAppointment(new Date(value.replace(' ', 'T')))}
        ariaLabels={calendarLabels}
        timePickerProps={timePicker}
        // The keyboard goes on from the field, and not from the top of the page.
        popoverProps={{ returnFocus: true }}
        submitButtonProps={{ 'aria-label': 'Use this time' }}
        clearButtonProps={{ 'aria-label': 'Clear date and time' }}
        {...form.getInputProps('startTime')}
      />
    </FormSection>
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
  // Elsewhere it stands at the top of the page for a moment, where its lists scroll the page to themselves.
  popoverProps: { withinPortal: false },
} as const;

const typeNotes: Record<CampaignType, string> = {
  wearable: 'Marketers wear your T-shirt or hat at a chosen place and time, under live tracking.',
  social:
    'Influencers post for you within 14 days of the start. The place tells them where the campaign belongs.',
};

function PlaceAndPaySection({ form }: SectionProps) {
  const isSocial = form.values.campaignType === 'social';
  return (
    <FormSection title="Place and pay">
      <div data-place-field>
        <LocationPicker
          value={form.values.locationDetails}
          onChange={(place) => {
            form.setFieldValue('locationDetails', place);
            form.clearFieldError('location');
          }}
          error={form.errors['location'] ?? form.errors['locationDetails']}
        />
      </div>
      <div className={classes.figures}>
        <NumberField
          form={form}
          path="payRate"
          isDollars
          label={isSocial ? 'Pay per post' : 'Pay rate'}
          description={
            isSocial
              ? 'Empty: the budget in even shares'
              : `Per session, at least $${MIN_WEARABLE_PAY_DOLLARS}`
          }
          required={!isSocial}
        />
        {isSocial ? null : (
          <NumberField
            form={form}
            path="duration"
            label="Duration"
            description={`Minutes, at least ${MIN_DURATION_MINUTES}`}
            required
          />
        )}
        <NumberField
          form={form}
          path="totalMarketersNeeded"
          label="Marketers"
          description="Places to fill"
          required
        />
        <NumberField
          form={form}
          path="totalBudget"
          isDollars
          label="Total budget"
          description="Shown on the campaign"
          required
        />
      </div>
      {isSocial ? null : <TypeFieldsError errors={form.errors} />}
      <BudgetNote values={form.values} />
    </FormSection>
  );
}
