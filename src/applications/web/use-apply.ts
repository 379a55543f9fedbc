import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { type Campaign, getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { call, textOf } from '#platform/web/call.ts';
import { keyOf } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { ConsentNotGiven, useCompliance } from '#profiles/web/use-compliance.tsx';
import { apply, listApplications } from '../contract.ts';

export interface Applying {
  apply(campaign: Pick<Campaign, 'id' | 'campaignType'>): void;
  /** The campaign whose application is on its way, also while a consent is asked for. */
  pendingId: string | null;
  /** Must stand somewhere on the screen: the consents that applying may ask for. */
  modals: ReactNode;
}

/** Applies to a campaign, asks for missing consents on the way, and says how it went. */
export function useApply(): Applying {
  const client = useQueryClient();
  const compliance = useCompliance();
  // A double click comes before the screen knows that the first half has begun.
  const hasBegun = useRef(false);
  const refresh = () =>
    Promise.all(
      [listApplications, listCampaigns, getCampaign].map((read) =>
        client.invalidateQueries({ queryKey: keyOf(read) }),
      ),
    );
  const sending = useMutation({
    mutationFn: ({ id, campaignType }: Pick<Campaign, 'id' | 'campaignType'>) =>
      compliance.through(() => call(apply, { body: { campaignId: id } }), {
        location: campaignType === 'wearable',
      }),
    onSuccess: async () => {
      showToast({
        title: 'Application Submitted',
        message: 'Your application has been submitted successfully!',
        tone: 'success',
      });
      await refresh();
    },
    onError: async (error) => {
      if (error instanceof ConsentNotGiven) return;
      showToast({
        title: 'Error',
        message: textOf(error, 'Failed to submit application'),
        tone: 'error',
      });
      // Somebody else may have taken the last place: what the screen shows is old.
      await refresh();
    },
    onSettled: () => {
      hasBegun.current = false;
    },
  });
  return {
    apply: (campaign) => {
      if (hasBegun.current) return;
      hasBegun.current = true;
      sending.mutate(campaign);
    },
    pendingId: sending.isPending ? sending.variables.id : null,
    modals: compliance.modals,
  };
}
