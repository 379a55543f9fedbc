import type { FormErrors } from '@mantine/form';
import type { z } from 'zod';
import { type FormEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type CallError, textOf } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/field-errors.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import {
  type Campaign,
  getAdvertiserStats,
  getCampaign,
  listCampaigns,
  listOwnCampaigns,
} from '../contract.ts';
import {
  CampaignForm,
  createCampaign,
  DraftForm,
  type SaveCampaign,
  updateCampaign,
} from '../form-contract.ts';
import { getEscrowStatus } from '../funding-contract.ts';
import { draftErrors } from './campaign-form-check.ts';
import { formOf } from './campaign-form-values.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

type SaveBody = z.input<typeof SaveCampaign>;

interface SaveOptions {
  form: CampaignFormApi;
  /** The draft that is changed; without it a new one is made. */
  draftId?: string;
  onSaved?: (campaign: Campaign) => void;
  /** Saving needs somebody who is signed in; true where there is nobody, and what is to be done about it has begun. */
  askToSignIn?: () => boolean;
}

/** What a campaign's form can do: become a campaign, or be put aside as a draft. */
export function useSaveCampaign({ form, draftId, onSaved, askToSignIn = () => false }: SaveOptions) {
  const navigate = useNavigate();
  const clock = useClock();
  const settle = (campaign: Campaign, body: SaveBody) => {
    onSaved?.(campaign);
    showToast(body.saveAsDraft ? draftSaved : draftId ? saved : created);
    void navigate(body.saveAsDraft ? '/advertiser?tab=drafts' : `/campaign/${campaign.id}/payment`);
  };
  const fail = (error: CallError) => {
    if (error.status === 401 && askToSignIn()) return;
    showToast({ title: 'Error', message: textOf(error, 'Failed to create campaign'), tone: 'error' });
    showFieldErrors(form, error);
  };
  const create = useCallMutation(createCampaign, {
    invalidates: changed,
    onSuccess: (campaign, { body }) => settle(campaign, body),
    onError: fail,
  });
  const update = useCallMutation(updateCampaign, {
    invalidates: changed,
    onSuccess: (campaign, { body }) => settle(campaign, body),
    onError: fail,
  });

  // The second click of a double click comes before anything is drawn as disabled. After a success the page is left.
  const isUnderWay = useRef(false);
  const send = (body: SaveBody) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const onError = () => {
      isUnderWay.current = false;
    };
    if (draftId) update.mutate({ params: { id: draftId }, body }, { onError });
    else create.mutate({ body }, { onError });
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
          send({ ...CampaignForm.parse(formOf(values)), status: 'draft', escrowStatus: 'pending' });
        },
        (errors) => {
          if (errors['location'] || errors['locationDetails']) showToast(locationRequired);
          focusFirst(errors);
        },
      )(event),
    saveDraft: () => {
      const errors = draftErrors(form.getValues(), clock.now());
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) return focusFirst(errors);
      if (askToSignIn()) return;
      send({ ...DraftForm.parse(formOf(form.getValues())), saveAsDraft: true });
    },
  };
}

/** What a saved form changes. */
const changed = [listOwnCampaigns, listCampaigns, getCampaign, getEscrowStatus, getAdvertiserStats];

const created = {
  title: 'Campaign Created',
  message: 'Your campaign has been created. Complete payment to activate it.',
  tone: 'success',
} as const;
const saved = {
  title: 'Campaign Saved',
  message: 'Complete payment to activate it.',
  tone: 'success',
} as const;
const draftSaved = {
  title: 'Draft Saved',
  message: 'You find it under Drafts and can go on at any time.',
  tone: 'success',
} as const;
const locationRequired = {
  title: 'Location Required',
  message: 'Please select a location for your campaign',
  tone: 'error',
} as const;

/** The first marked field as one reads the page; the place has no field of its own name. */
function focusFirst(errors: FormErrors): void {
  const fields = document.querySelectorAll<HTMLElement>('[data-path], [data-place-field]');
  for (const field of fields) {
    const isPlace = 'placeField' in field.dataset;
    const isMarked = isPlace
      ? errors['location'] || errors['locationDetails']
      : errors[field.dataset['path'] ?? ''];
    if (!isMarked) continue;
    (isPlace ? field.querySelector('input') : field)?.focus();
    return;
  }
}
