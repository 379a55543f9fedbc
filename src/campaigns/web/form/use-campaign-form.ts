import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import type { Asset } from './brand-assets/brand-assets.ts';
import { suggestBudget } from './cost/campaign-cost.ts';
import { validateCampaign } from './campaign-form-check.ts';
import type { CampaignFormValues } from './campaign-form-values.ts';
import { parseDollars, formatDollarInput } from './typed-number.ts';

export interface CampaignFormApi extends UseFormReturnType<CampaignFormValues> {
  /** Still uploading or failed, with the message beside its field. Blocks submitting. */
  pendingArtwork: Readonly<Partial<Record<Asset, string>>>;
  /** Null if the artwork was uploaded or removed. */
  setPendingArtwork(asset: Asset, text: string | null): void;
}

interface CampaignFormOptions {
  initialValues: CampaignFormValues;
  onChange?: (values: CampaignFormValues) => void;
}

/** The budget follows pay and marketers until the user sets it by hand. */
export function useCampaignForm({ initialValues, onChange }: CampaignFormOptions): CampaignFormApi {
  const clock = useClock();
  const [pendingArtwork, setPendingArtwork] = useState<CampaignFormApi['pendingArtwork']>({});
  const form = useForm<CampaignFormValues>({
    mode: 'controlled',
    initialValues,
    validate: (values) => ({ ...validateCampaign(values, clock.now()), ...validateArtwork(pendingArtwork) }),
    onValuesChange: (values, previous) => {
      const budget = followedBudget(values, previous);
      if (budget === values.totalBudget) onChange?.(values);
      else form.setFieldValue('totalBudget', budget);
    },
  });
  return {
    ...form,
    pendingArtwork,
    setPendingArtwork: (asset, text) =>
      setPendingArtwork(({ [asset]: _, ...others }) =>
        text === null ? others : { ...others, [asset]: text },
      ),
  };
}

/** The user decides whether to go without the artwork, not the form. */
export function validateArtwork(pendingArtwork: CampaignFormApi['pendingArtwork']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pendingArtwork).map(([asset, text]) => [`brandAssets.${asset}`, text]),
  );
}

/** Keeps a budget that is neither empty nor the last suggestion. */
function followedBudget(values: CampaignFormValues, previous: CampaignFormValues): string {
  const last = suggestBudget(previous);
  const isOwn = values.totalBudget !== '' && parseDollars(values.totalBudget) !== last;
  const isUntouched = values.totalBudget === previous.totalBudget;
  const suggested = suggestBudget(values);
  if (!isUntouched || isOwn || suggested === last) return values.totalBudget;
  return suggested === null ? '' : formatDollarInput(suggested);
}
