import { useEffect, useEffectEvent, useState } from 'react';
import { CampaignFields } from '../campaign-form.tsx';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import { type FormOrigin, UnsavedChangesNotice } from './unsaved-changes-notice.tsx';
import type { CampaignFormApi } from '../use-campaign-form.ts';
import type { UnsavedFormState } from './use-unsaved-form.ts';

interface KeptCampaignFieldsProps {
  form: CampaignFormApi;
  kept: UnsavedFormState;
  from: CampaignFormValues;
  origin: FormOrigin;
}

export function RestoredCampaignFields({ form, kept, from, origin }: KeptCampaignFieldsProps) {
  const [round, setRound] = useState(0);
  const focusTitle = useEffectEvent(() => form.getInputNode('title')?.focus());
  useEffect(() => {
    // The pressed button is gone, so move the focus into the form.
    if (round > 0) focusTitle();
  }, [round]);
  const take = (values: CampaignFormValues) => {
    form.setValues(values);
    form.clearErrors();
    // A new key remounts the fields, so that file fields reset too.
    setRound(round + 1);
  };
  return (
    <div>
      <UnsavedChangesNotice found={kept.found} from={from} origin={origin} onTake={take} />
      <CampaignFields key={round} form={form} />
    </div>
  );
}
