import { Select, Switch, Textarea } from '@mantine/core';
import { AgeRange, TargetGender } from '../contract.ts';
import { BrandAssetFields } from './brand-asset-fields.tsx';
import classes from './campaign-form.module.css';
import { FormSection } from './form-section.tsx';
import { NumberField } from './number-field.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface SectionProps {
  form: CampaignFormApi;
}

/** Artwork, who should carry it, and what they have to know. */
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
      <Textarea
        label="Special instructions"
        description="Optional: where to meet, what to bring, what to avoid."
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        {...form.getInputProps('instructions')}
      />
    </FormSection>
  );
}

const ageOptions = AgeRange.options.map((value) => ({ value, label: value === 'all' ? 'All ages' : value }));
const genderOptions = TargetGender.options.map((value) => ({
  value,
  label: value === 'any' ? 'Any' : value.charAt(0).toUpperCase() + value.slice(1),
}));

/** What marketers have to hand in, and who becomes one. A post is its own proof. */
export function ProofSection({ form }: SectionProps) {
  return (
    <FormSection title="Proof you ask for">
      {form.values.campaignType === 'social' ? (
        <p className={classes.note}>Every marketer sends the address of their post.</p>
      ) : (
        <WearableProofFields form={form} />
      )}
      <Textarea
        label="Anything else"
        description="Optional, in your own words."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('proofRequirements.customRequirements')}
      />
      <Switch
        label="Approve applicants automatically"
        description="Whoever qualifies takes a place at once, without waiting for you."
        {...form.getInputProps('autoApprove', { type: 'checkbox' })}
      />
    </FormSection>
  );
}

function WearableProofFields({ form }: SectionProps) {
  return (
    <>
      <Switch
        label="A selfie"
        {...form.getInputProps('proofRequirements.requireSelfie', { type: 'checkbox' })}
      />
      <Switch
        label="A location check: at least one position inside the area"
        {...form.getInputProps('proofRequirements.requireLocationCheck', { type: 'checkbox' })}
      />
      <NumberField
        form={form}
        path="proofRequirements.videoDuration"
        label="Video"
        description="Minutes; 0 asks for none"
        maw={220}
      />
    </>
  );
}
