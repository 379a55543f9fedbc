import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import type { CallError } from '#platform/web/call.ts';
import { invalidateEndpoints, useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { type Application, decideApplication, listApplications } from '../../contract.ts';
import { confirmApplication } from '../../place-contract.ts';
import { listOwnStrikes } from '../../strike-contract.ts';

export function useOwnApplications({ enabled = true } = {}): UseQueryResult<Application[], CallError> {
  return useAllPages(listApplications, undefined, { enabled, refetchOnMount: 'always' });
}

const changed = [listApplications, getCampaign, listCampaigns, listOwnStrikes];

/** Shows the toast once everything is reloaded. */
export function useWithdrawal() {
  const reloadApplications = useReloadApplications();
  return useCallMutation(decideApplication, {
    invalidates: changed,
    onSuccess: ({ approvedAt }) =>
      showToast({
        title: t('Application withdrawn'),
        message: approvedAt === null ? t('We notified the advertiser.') : t('You gave up your place.'),
      }),
    onError: (error) => {
      showErrorToast(error, t('Failed to withdraw your application. Please try again.'));
      reloadApplications();
    },
  });
}

export function useConfirmation() {
  const reloadApplications = useReloadApplications();
  return useCallMutation(confirmApplication, {
    invalidates: changed,
    onSuccess: ({ campaign }) =>
      showToast({
        title: t('Confirmed'),
        message: t('Your place in {title} is confirmed.', { title: campaign.title }),
        tone: 'success',
      }),
    onError: (error) => {
      showErrorToast(error, t('Failed to confirm. Please try again.'));
      reloadApplications();
    },
  });
}

/** Reloads after an error: the place may already be gone. */
export function useReloadApplications() {
  const client = useQueryClient();
  return () => void invalidateEndpoints(client, changed);
}
