import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { type CallError, textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { useWholeList } from '#platform/web/pages.ts';
import { type Application, decideApplication, listApplications } from '../contract.ts';
import { confirmApplication } from '../place-contract.ts';
import { listOwnStrikes } from '../strike-contract.ts';

/** All of a marketer's own applications, newest first; asked anew whenever a page that shows them opens. */
export function useOwnApplications({ enabled = true } = {}): UseQueryResult<Application[], CallError> {
  return useWholeList(listApplications, undefined, { enabled, refetchOnMount: 'always' });
}

/** What giving a place back, or keeping it, changes for the marketer. */
const changed = [listApplications, getCampaign, listCampaigns, listOwnStrikes];

/** Gives an application or its place up; the answer is shown once everything that tells of it is read anew. */
export function useWithdrawal() {
  const readAnew = useReadAnew();
  return useCallMutation(decideApplication, {
    invalidates: changed,
    onSuccess: ({ approvedAt }) =>
      showToast({
        title: 'Application Withdrawn',
        message: approvedAt === null ? 'The advertiser is told.' : 'Your place is free for somebody else.',
      }),
    onError: (error) => {
      showToast({
        title: 'Error',
        message: textOf(error, 'Failed to withdraw application'),
        tone: 'error',
      });
      readAnew();
    },
  });
}

/** Says that one comes. */
export function useConfirmation() {
  const readAnew = useReadAnew();
  return useCallMutation(confirmApplication, {
    invalidates: changed,
    onSuccess: ({ campaign }) =>
      showToast({
        title: 'Confirmed',
        message: `The advertiser knows that you come to ${campaign.title}.`,
        tone: 'success',
      }),
    onError: (error) => {
      showToast({
        title: 'Error',
        message: textOf(error, 'This could not be confirmed. Please try again.'),
        tone: 'error',
      });
      readAnew();
    },
  });
}

/** After a refusal the screen shows what is old: the place may be gone already. */
export function useReadAnew() {
  const client = useQueryClient();
  return () => {
    for (const read of changed) void client.invalidateQueries({ queryKey: keyOf(read) });
  };
}
