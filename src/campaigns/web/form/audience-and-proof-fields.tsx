import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { KitWay } from '../../brief-contract.ts';
import { AgeRange, TargetGender } from '../../contract.ts';
import { kitWayNames } from '../campaign-labels.ts';
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
    <FormSection title="Brand assets and audience">
      <BrandAssetFields form={form} />
      <div className={classes.columns}>
        <Select
          label="Age range"
          allowDeselect={false}
          data={ageOptions}
          {...form.getInputProps('ageRange')}
        />
        <Select label="Gender" allowDeselect={false} data={genderOptions} {...form.getInputProps('gender')} />
      </div>
      {form.values.campaignType === 'wearable' ? <KitFields form={form} /> : null}
      <Textarea
        label="Dress note"
        description="Optional: what to wear with the shirt or hat, such as dark jeans."
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        {...form.getInputProps('dressNote')}
      />
      <Textarea
        label="Special instructions"
        description="Optional. Where to meet, what to bring, what to avoid."
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
        label="Shirts and hats"
        description="Optional: how marketers get what they wear."
        placeholder="Not decided yet"
        clearable
        data={kitOptions}
        {...form.getInputProps('kitWay')}
      />
      {form.values.kitWay === 'pickup' ? (
        <div className={classes.columns}>
          <TextInput
            label="Pick-up place"
            placeholder="Name and address"
            maxLength={300}
            {...form.getInputProps('kitPlace')}
          />
          <TextInput
            label="Pick-up hours"
            placeholder="Mon to Fri, 9 AM to 6 PM"
            maxLength={300}
            {...form.getInputProps('kitHours')}
          />
        </div>
      ) : null}
    </>
  );
}

const kitOptions = KitWay.options.map((value) => ({ value, label: kitWayNames[value] }));

const ageOptions = AgeRange.options.map((value) => ({ value, label: value === 'all' ? 'All ages' : value }));
const genderOptions = TargetGender.options.map((value) => ({
  value,
  label: value === 'any' ? 'Any' : value.charAt(0).toUpperCase() + value.slice(1),
}));

/** A social post is its own proof. */
export function ProofSection({ form }: SectionProps) {
  return (
    <FormSection title="Required proof">
      {form.values.campaignType === 'social' ? (
        <p className={classes.note}>Marketers submit a link to their post.</p>
      ) : (
        <WearableProofFields form={form} />
      )}
      <Textarea
        label="Other requirements"
        description="Optional."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('proofRequirements.customRequirements')}
      />
      <Switch
        label="Approve applicants automatically"
        description="Qualified applicants get a place right away."
        {...form.getInputProps('autoApprove', { type: 'checkbox' })}
      />
    </FormSection>
  );
}

const spotCheckOptions = [
  { value: '0', label: 'None' },
  { value: '1', label: 'One photo' },
  { value: '2', label: 'Up to two photos' },
];

function WearableProofFields({ form }: SectionProps) {
  return (
    <>
      <Switch
        label="Selfie"
        {...form.getInputProps('proofRequirements.requireSelfie', { type: 'checkbox' })}
      />
      <Switch
        label="Location check: at least one position inside the area"
        {...form.getInputProps('proofRequirements.requireLocationCheck', { type: 'checkbox' })}
      />
      {form.values.proofRequirements.requireLocationCheck ? (
        <Select
          label="Photo checks"
          description="Marketers are asked for a photo at random times and have 10 minutes."
          allowDeselect={false}
          data={spotCheckOptions}
          maw={460}
          error={form.errors['proofRequirements.spotChecks']}
          value={String(form.values.proofRequirements.spotChecks)}
          onChange={(value) => form.setFieldValue('proofRequirements.spotChecks', Number(value))}
        />
      ) : null}
      <NumberField
        form={form}
        path="proofRequirements.videoDuration"
        label="Video"
        description="Minutes. Enter 0 for no video."
        maw={220}
      />
      <Switch
        label="Accept files from the phone"
        description="If off, photos and videos must be taken in Promenade."
        {...form.getInputProps('proofRequirements.allowFileUploads', { type: 'checkbox' })}
      />
    </>
  );
}
