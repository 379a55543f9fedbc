import type { z } from 'zod';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Message, msg, t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { createKey } from '#platform/web/random-key.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import {
  type Campaign,
  getAdvertiserStats,
  getCampaign,
  listCampaigns,
  listOwnCampaigns,
} from '../../contract.ts';
import {
  CampaignForm,
  createCampaign,
  DraftForm,
  type SaveCampaign,
  updateCampaign,
} from '../../form-contract.ts';
import { getEscrowStatus } from '../../funding-contract.ts';
import { validateDraft } from './campaign-form-check.ts';
import { toCampaignForm } from './campaign-form-values.ts';
import { formatFieldError } from './form-fields.ts';
import { focusFirstError } from './form-focus.ts';
import { focusPage } from '../page/page-focus.ts';
import { validateArtwork, type CampaignFormApi } from './use-campaign-form.ts';

type SaveBody = z.input<typeof SaveCampaign>;

interface SaveOptions {
  form: CampaignFormApi;
  draftId?: string;
  onSaved?: (campaign: Campaign) => void;
  /** Returns true if it asked. Saving then stops. */
  askToSignIn?: () => boolean;
}

export function useSaveCampaign({ form, draftId, onSaved, askToSignIn = () => false }: SaveOptions) {
  const navigate = useNavigate();
  const clock = useClock();
  const finish = (campaign: Campaign, body: SaveBody) => {
    onSaved?.(campaign);
    showToast(toToast(body.saveAsDraft ? draftSaved : draftId ? saved : created));
    const next = body.saveAsDraft ? '/advertiser?tab=drafts' : `/campaign/${campaign.id}/payment`;
    void Promise.resolve(navigate(next)).then(focusPage);
  };
  const fail = (error: CallError) => {
    if (error.status === 401 && askToSignIn()) return;
    showErrorToast(error, t('Failed to create campaign'));
    mark(
      Object.fromEntries(
        Object.entries(error.fields).map(([path, text]) => [path, formatFieldError(path, text)]),
      ),
    );
  };
  const mark = (errors: Record<string, string>) => {
    if (Object.keys(errors).length === 0) return;
    form.setErrors(errors);
    focusFirstError(errors);
  };
  const create = useCallMutation(createCampaign, {
    invalidates: changed,
    onSuccess: (campaign, { body }) => finish(campaign, body),
    onError: fail,
  });
  const update = useCallMutation(updateCampaign, {
    invalidates: changed,
    onSuccess: (campaign, { body }) => finish(campaign, body),
    onError: fail,
  });

  // If a response was lost and the user submits again, no second campaign is created.
  const [submissionKey] = useState(createKey);
  // The second click of a double click arrives before the button renders as disabled.
  const isUnderWay = useRef(false);
  const send = (body: SaveBody) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const onError = () => {
      isUnderWay.current = false;
    };
    if (draftId) update.mutate({ params: { id: draftId }, body }, { onError });
    else create.mutate({ body: { ...body, submissionKey } }, { onError });
  };
  const isPending = create.isPending || update.isPending;
  const isSavingDraft = isPending && (create.variables ?? update.variables)?.body.saveAsDraft === true;

  return {
    isPending,
    isSavingDraft,
    submit: (event: FormEvent<HTMLFormElement>) =>
      form.onSubmit(
        (values) => {
          if (askToSignIn()) return;
          send({ ...CampaignForm.parse(toCampaignForm(values)), status: 'draft', escrowStatus: 'pending' });
        },
        (errors) => {
          showToast(toToast(errors['location'] || errors['locationDetails'] ? locationRequired : incomplete));
          focusFirstError(errors);
        },
      )(event),
    saveDraft: () => {
      const errors = {
        ...validateDraft(form.getValues(), clock.now()),
        ...validateArtwork(form.pendingArtwork),
      };
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) {
        showToast(toToast(incomplete));
        return mark(errors);
      }
      if (askToSignIn()) return;
      send({ ...DraftForm.parse(toCampaignForm(form.getValues())), saveAsDraft: true });
    },
  };
}

const changed = [listOwnCampaigns, listCampaigns, getCampaign, getEscrowStatus, getAdvertiserStats];

const created = {
  title: msg('Campaign Created'),
  message: msg('Your campaign has been created. Complete payment to activate it.'),
  tone: 'success',
} as const;
const saved = {
  title: msg('Campaign saved'),
  message: msg('Complete payment to activate it.'),
  tone: 'success',
} as const;
const draftSaved = {
  title: msg('Draft saved'),
  message: msg('Saved to Drafts.'),
  tone: 'success',
} as const;
const locationRequired = {
  title: msg('Location Required'),
  message: msg('Please select a location for your campaign'),
  tone: 'error',
} as const;

const incomplete = {
  title: msg('Not saved yet'),
  message: msg('Please check the marked fields.'),
  tone: 'error',
} as const;

const toToast = ({
  title,
  message,
  tone,
}: {
  title: Message;
  message: Message;
  tone: 'success' | 'error';
}) => ({
  title: t(title),
  message: t(message),
  tone,
});
