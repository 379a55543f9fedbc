import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { type Campaign, getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { call } from '#platform/web/call.ts';
import { getQueryKey, invalidateEndpoints } from '#platform/web/query.ts';
import { lazyDialog } from '#platform/web/ui/layout/lazy-dialog.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { ConsentNotGiven, useCompliance } from '#profiles/web/consents/use-compliance.tsx';
import { apply, listApplications } from '../contract.ts';
import { getEligibility } from '../eligibility-contract.ts';
import { listOwnInvitations } from '../invitation-contract.ts';
import { readKeptNote, storeKeptNote } from './kept-note.ts';
import { listBlockingCodes } from './blocking-codes.ts';

const EligibilityDialog = lazyDialog(
  async () => (await import('./eligibility-dialog.tsx')).EligibilityDialog,
  { isOpen: ({ campaignId }) => campaignId !== null, close: ({ onClose }) => onClose() },
);

type Applicable = Pick<Campaign, 'id' | 'campaignType'>;

export interface Applying {
  apply(campaign: Applicable, note?: string): void;
  pendingId: string | null;
  /** Must be rendered. */
  modals: ReactNode;
}

/** A consent dialog can't fix it. */
class NotEligible extends Error {}

/** The user returns to the dialog after fixing something elsewhere. */
const PARAMETER = 'apply';

export function useApply(): Applying {
  const client = useQueryClient();
  const { user } = useCurrentUser();
  const compliance = useCompliance();
  const [search, setSearch] = useSearchParams();
  // A ref, because a double click arrives before React renders the pending state.
  const hasBegun = useRef(false);
  const refresh = () =>
    invalidateEndpoints(client, [listApplications, listCampaigns, getCampaign, listOwnInvitations]);
  const open = (id: string) =>
    setSearch((present) => withParameter(present, id), { preventScrollReset: true });
  const close = () =>
    setSearch((present) => withParameter(present, null), { replace: true, preventScrollReset: true });
  const sending = useMutation({
    mutationKey: getQueryKey(apply),
    mutationFn: async ({ id, campaignType, note }: Applicable & { note: string | undefined }) => {
      const eligibility = await call(getEligibility, { params: { id } });
      if (listBlockingCodes(eligibility).length > 0) throw new NotEligible();
      return compliance.through(() => call(apply, { body: { campaignId: id, note } }), {
        location: campaignType === 'wearable',
      });
    },
    onSuccess: async (_, { id }) => {
      storeKeptNote(user?.id ?? '', id, '');
      showToast({
        title: t('Application Submitted'),
        message: t('Your application has been submitted successfully!'),
        tone: 'success',
      });
      await refresh();
    },
    onError: async (error, { id }) => {
      if (error instanceof ConsentNotGiven) return;
      if (error instanceof NotEligible) {
        open(id);
      } else {
        showErrorToast(error, t('Failed to submit application'));
      }
      // Another marketer may have taken the last place: reload.
      await refresh();
    },
    onSettled: () => {
      hasBegun.current = false;
    },
  });
  const begin = ({ id, campaignType }: Applicable, note?: string) => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    sending.mutate({ id, campaignType, note });
  };
  return {
    apply: begin,
    pendingId: sending.isPending ? sending.variables.id : null,
    modals: (
      <>
        {compliance.modals}
        <EligibilityDialog
          campaignId={parseId(search.get(PARAMETER))}
          onClose={close}
          onApply={(campaign) => {
            close();
            const sent = sending.variables;
            // The browser may block its storage.
            const sentNote = sent?.id === campaign.id ? sent.note : undefined;
            begin(campaign, readKeptNote(user?.id ?? '', campaign.id) || sentNote);
          }}
        />
      </>
    ),
  };
}

function withParameter(present: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(present);
  if (id === null) next.delete(PARAMETER);
  else next.set(PARAMETER, id);
  return next;
}

/** Null unless the text looks like an id. */
function parseId(text: string | null): string | null {
  return /^[0-9a-f-]{36}$/i.test(text ?? '') ? text : null;
}
