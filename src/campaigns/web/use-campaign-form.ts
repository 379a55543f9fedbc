import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import type { Asset } from './brand-assets.ts';
import { suggestedBudget } from './campaign-cost.ts';
import { campaignErrors } from './campaign-form-check.ts';
import type { CampaignFormValues } from './campaign-form-values.ts';
import { dollarsOf, typedDollars } from './typed-number.ts';

export interface CampaignFormApi extends UseFormReturnType<CampaignFormValues> {
  /** Artwork without which the form would leave: still on its way or failed, with what is said of it beside its field. */
  unsettled: Readonly<Partial<Record<Asset, string>>>;
  /** Null where the artwork has arrived or was removed. */
  setUnsettled(asset: Asset, text: string | null): void;
}

interface CampaignFormOptions {
  initialValues: CampaignFormValues;
  /** After every change, e.g. to keep it. */
  onChange?: (values: CampaignFormValues) => void;
}

/** The campaign form's state; the budget follows pay and marketers until somebody sets it by hand. */
export function useCampaignForm({ initialValues, onChange }: CampaignFormOptions): CampaignFormApi {
  const clock = useClock();
  const [unsettled, setUnsettled] = useState<CampaignFormApi['unsettled']>({});
  const form = useForm<CampaignFormValues>({
    mode: 'controlled',
    initialValues,
    validate: (values) => ({ ...campaignErrors(values, clock.now()), ...artworkErrors(unsettled) }),
    onValuesChange: (values, previous) => {
      const budget = followedBudget(values, previous);
      if (budget === values.totalBudget) onChange?.(values);
      else form.setFieldValue('totalBudget', budget);
    },
  });
  return {
    ...form,
    unsettled,
    setUnsettled: (asset, text) =>
      setUnsettled(({ [asset]: _, ...others }) => (text === null ? others : { ...others, [asset]: text })),
  };
}

/** Artwork that was chosen and has not arrived would be missing: its owner decides about that, not the form. */
export function artworkErrors(unsettled: CampaignFormApi['unsettled']): Record<string, string> {
  return Object.fromEntries(Object.entries(unsettled).map(([asset, text]) => [`brandAssets.${asset}`, text]));
}

/** The suggestion where the budget was the last suggestion or empty, else what it is. */
function followedBudget(values: CampaignFormValues, previous: CampaignFormValues): string {
  const last = suggestedBudget(previous);
  const isOwn = values.totalBudget !== '' && dollarsOf(values.totalBudget) !== last;
  const isUntouched = values.totalBudget === previous.totalBudget;
  const suggested = suggestedBudget(values);
  if (!isUntouched || isOwn || suggested === last) return values.totalBudget;
  return suggested === null ? '' : typedDollars(suggested);
}
