import { useEffect, useEffectEvent, useState } from 'react';
import { CampaignFields } from './campaign-form.tsx';
import type { CampaignFormValues } from './campaign-form-values.ts';
import { KeptFormNotice } from './kept-form-notice.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';
import type { KeptFormState } from './use-kept-form.ts';

interface KeptCampaignFieldsProps {
  form: CampaignFormApi;
  kept: KeptFormState;
  from: CampaignFormValues;
  /** 'an empty form', 'the saved draft' */
  fromName: string;
}

/** The campaign's fields, under a notice where something typed before is in them or could be. */
export function KeptCampaignFields({ form, kept, from, fromName }: KeptCampaignFieldsProps) {
  const [round, setRound] = useState(0);
  const focusTitle = useEffectEvent(() => form.getInputNode('title')?.focus());
  useEffect(() => {
    // The button that was pressed is gone; the keyboard goes on in the form.
    if (round > 0) focusTitle();
  }, [round]);
  const take = (values: CampaignFormValues) => {
    form.setValues(values);
    form.clearErrors();
    // Fields that show files begin anew as well.
    setRound(round + 1);
  };
  return (
    <div>
      <KeptFormNotice found={kept.found} from={from} fromName={fromName} onTake={take} />
      <CampaignFields key={round} form={form} />
    </div>
  );
}
