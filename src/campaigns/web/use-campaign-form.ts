import { useForm, type UseFormReturnType } from '@mantine/form';
import { useClock } from '#platform/web/clock.ts';
import { suggestedBudget } from './campaign-cost.ts';
import { campaignErrors } from './campaign-form-check.ts';
import type { CampaignFormValues } from './campaign-form-values.ts';

export type CampaignFormApi = UseFormReturnType<CampaignFormValues>;

interface CampaignFormOptions {
  initialValues: CampaignFormValues;
  /** After every change, e.g. to keep it. */
  onChange?: (values: CampaignFormValues) => void;
}

/** The campaign form's state; the budget follows pay and marketers until somebody sets it by hand. */
export function useCampaignForm({ initialValues, onChange }: CampaignFormOptions): CampaignFormApi {
  const clock = useClock();
  const form = useForm<CampaignFormValues>({
    mode: 'controlled',
    initialValues,
    validate: (values) => campaignErrors(values, clock.now()),
    onValuesChange: (values, previous) => {
      const budget = followedBudget(values, previous);
      if (budget === values.totalBudget) onChange?.(values);
      else form.setFieldValue('totalBudget', budget);
    },
  });
  return form;
}

/** The suggestion where the budget was the last suggestion or empty, else what it is. */
function followedBudget(values: CampaignFormValues, previous: CampaignFormValues): number | '' {
  const isOwn = values.totalBudget !== '' && values.totalBudget !== suggestedBudget(previous);
  const isUntouched = values.totalBudget === previous.totalBudget;
  const suggested = suggestedBudget(values);
  if (!isUntouched || isOwn || suggested === suggestedBudget(previous)) return values.totalBudget;
  return suggested ?? '';
}
