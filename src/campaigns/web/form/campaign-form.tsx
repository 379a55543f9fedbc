import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { areaSquareMeters, type Corners } from '#kernel/geometry/polygon.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { type AreaDescription, LocationPicker } from '#platform/web/maps/picker/location-picker.tsx';
import { findAreaProblem, formatArea } from '../../area-contract.ts';
import { MIN_DURATION_MINUTES, MIN_WEARABLE_PAY_DOLLARS } from '../../limits-contract.ts';
import { CampaignType } from '../../fields-contract.ts';
import classes from './campaign-form.module.css';
import { AudienceSection, ProofSection } from './audience-and-proof-fields.tsx';
import { BudgetNote } from './cost/budget-note.tsx';
import { FormSection, TypeFieldsError } from './form-section.tsx';
import { dropOffset } from './local-time.ts';
import { NumberField } from './number-field.tsx';
import { SocialFields } from './social-fields.tsx';
import { StartTimeField } from './start-time-field.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';

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

function describeArea(corners: Corners): AreaDescription {
  const problem = findAreaProblem(corners);
  return { size: formatArea(areaSquareMeters(corners)), problem: problem && t(problem) };
}

interface SectionProps {
  form: CampaignFormApi;
}

function BasicsSection({ form }: SectionProps) {
  return (
    <FormSection title={t('Basics')}>
      <SegmentedControl
        aria-label={t('Campaign type')}
        radius="xl"
        size="md"
        w="fit-content"
        maw="100%"
        data={[
          { value: 'wearable', label: t('Wearable') },
          { value: 'social', label: t('Social media') },
        ]}
        value={form.values.campaignType}
        onChange={(chosen) => form.setFieldValue('campaignType', CampaignType.parse(chosen))}
      />
      <p className={classes.note}>{t(typeNotes[form.values.campaignType])}</p>
      <div className={classes.columns}>
        <TextInput label={t('Title')} required maxLength={120} {...form.getInputProps('title')} />
        <TextInput
          label={t('Company')}
          required
          maxLength={120}
          autoComplete="organization"
          {...form.getInputProps('company')}
        />
      </div>
      <Textarea
        label={t('Description')}
        description={t('What marketers do, what they wear or show, and what good work looks like.')}
        required
        autosize
        minRows={3}
        maxRows={12}
        maxLength={4000}
        {...form.getInputProps('description')}
      />
      <StartTimeField form={form} />
    </FormSection>
  );
}

const typeNotes: Record<CampaignType, Message> = {
  wearable: msg('Marketers wear your T-shirt or hat at a set place and time, with live tracking.'),
  social: msg(
    'Influencers post within 14 days of the start time. The location is the area that the campaign is about.',
  ),
};

function PlaceAndPaySection({ form }: SectionProps) {
  const isSocial = form.values.campaignType === 'social';
  return (
    <FormSection title={t('Place and pay')}>
      <div data-place-field>
        <LocationPicker
          value={form.values.locationDetails}
          onChange={(place) => {
            form.setFieldValue('locationDetails', place);
            // The offset of a repeated hour is that of the former place.
            const { startTime } = form.values;
            if (startTime) form.setFieldValue('startTime', dropOffset(startTime));
            form.clearFieldError('location');
          }}
          error={form.errors['location'] ?? form.errors['locationDetails']}
          describeArea={describeArea}
        />
      </div>
      <div className={classes.figures}>
        <NumberField
          form={form}
          path="payRate"
          isDollars
          label={isSocial ? t('Pay per post') : t('Pay rate')}
          description={
            isSocial
              ? t('Leave blank to split the budget evenly.')
              : t('Per session, at least ${limit}.', { limit: MIN_WEARABLE_PAY_DOLLARS })
          }
          required={!isSocial}
        />
        {isSocial ? null : (
          <NumberField
            form={form}
            path="duration"
            label={t('Duration')}
            description={t('Minutes, at least {limit}.', { limit: MIN_DURATION_MINUTES })}
            required
          />
        )}
        <NumberField
          form={form}
          path="totalMarketersNeeded"
          label={t('Marketers')}
          description={t('Places to fill.')}
          required
        />
        <NumberField
          form={form}
          path="totalBudget"
          isDollars
          label={t('Total budget')}
          description={t('Shown to marketers.')}
          required
        />
      </div>
      {isSocial ? null : <TypeFieldsError errors={form.errors} />}
      <BudgetNote values={form.values} />
    </FormSection>
  );
}
