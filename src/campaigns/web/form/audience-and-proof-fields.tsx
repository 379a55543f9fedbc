import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { msg, t } from '#kernel/text.ts';
import { KitWay, AgeRange, TargetGender } from '../../fields-contract.ts';
import { genderNames, kitWayNames, toSentence } from '../campaign-labels.ts';
import { BrandAssetFields } from './brand-assets/brand-asset-fields.tsx';
import classes from './campaign-form.module.css';
import { FormSection } from './form-section.tsx';
import { NumberField } from './number-field.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface SectionProps {
  form: CampaignFormApi;
}

export function AudienceSection({ form }: SectionProps) {
  return (
    <FormSection title={t('Brand assets and audience')}>
      <BrandAssetFields form={form} />
      <div className={classes.columns}>
        <Select
          label={t('Age range')}
          allowDeselect={false}
          data={AgeRange.options.map((value) => ({ value, label: value === 'all' ? t('All ages') : value }))}
          {...form.getInputProps('ageRange')}
        />
        <Select
          label={t('Gender')}
          allowDeselect={false}
          data={TargetGender.options.map((value) => ({ value, label: toSentence(t(genderNames[value])) }))}
          {...form.getInputProps('gender')}
        />
      </div>
      {form.values.campaignType === 'wearable' ? <KitFields form={form} /> : null}
      <Textarea
        label={t('Dress note')}
        description={t('Optional: what to wear with the shirt or hat, such as dark jeans.')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        {...form.getInputProps('dressNote')}
      />
      <Textarea
        label={t('Special instructions')}
        description={t('Optional. Where to meet, what to bring, what to avoid.')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        {...form.getInputProps('instructions')}
      />
    </FormSection>
  );
}

function KitFields({ form }: SectionProps) {
  return (
    <>
      <Select
        label={t('Shirts and hats')}
        description={t('Optional: how marketers get what they wear.')}
        placeholder={t('Not decided yet')}
        clearable
        data={KitWay.options.map((value) => ({ value, label: t(kitWayNames[value]) }))}
        {...form.getInputProps('kitWay')}
      />
      {form.values.kitWay === 'pickup' ? (
        <div className={classes.columns}>
          <TextInput
            label={t('Pick-up place')}
            placeholder={t('Name and address')}
            maxLength={300}
            {...form.getInputProps('kitPlace')}
          />
          <TextInput
            label={t('Pick-up hours')}
            placeholder={t('Mon to Fri, 9 AM to 6 PM')}
            maxLength={300}
            {...form.getInputProps('kitHours')}
          />
        </div>
      ) : null}
    </>
  );
}

/** A social post is its own proof. */
export function ProofSection({ form }: SectionProps) {
  return (
    <FormSection title={t('Required proof')}>
      {form.values.campaignType === 'social' ? (
        <p className={classes.note}>{t('Marketers submit a link to their post.')}</p>
      ) : (
        <WearableProofFields form={form} />
      )}
      <Textarea
        label={t('Other requirements')}
        description={t('Optional.')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('proofRequirements.customRequirements')}
      />
      <Switch
        label={t('Approve applicants automatically')}
        description={t('Qualified applicants get a place right away.')}
        {...form.getInputProps('autoApprove', { type: 'checkbox' })}
      />
    </FormSection>
  );
}

const spotCheckOptions = [
  { value: '0', label: msg('None') },
  { value: '1', label: msg('One photo') },
  { value: '2', label: msg('Up to two photos') },
];

function WearableProofFields({ form }: SectionProps) {
  return (
    <>
      <Switch
        label={t('Selfie')}
        {...form.getInputProps('proofRequirements.requireSelfie', { type: 'checkbox' })}
      />
      <Switch
        label={t('Location check: at least one position inside the area')}
        {...form.getInputProps('proofRequirements.requireLocationCheck', { type: 'checkbox' })}
      />
      {form.values.proofRequirements.requireLocationCheck ? (
        <Select
          label={t('Photo checks')}
          description={t('Marketers are asked for a photo at random times and have 10 minutes.')}
          allowDeselect={false}
          data={spotCheckOptions.map(({ value, label }) => ({ value, label: t(label) }))}
          maw={460}
          error={form.errors['proofRequirements.spotChecks']}
          value={String(form.values.proofRequirements.spotChecks)}
          onChange={(value) => form.setFieldValue('proofRequirements.spotChecks', Number(value))}
        />
      ) : null}
      <NumberField
        form={form}
        path="proofRequirements.videoDuration"
        label={t('Video')}
        description={t('Minutes. Enter 0 for no video.')}
        maw={220}
      />
      <Switch
        label={t('Accept files from the phone')}
        description={t('If off, photos and videos must be taken in Promenade.')}
        {...form.getInputProps('proofRequirements.allowFileUploads', { type: 'checkbox' })}
      />
    </>
  );
}
