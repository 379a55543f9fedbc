import { useQueryClient } from '@tanstack/react-query';
import { getCampaign, listCampaigns, listOwnCampaigns } from '#campaigns/contract.ts';
import { textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { type Application, decideApplication, listApplications } from '../contract.ts';

/** What a decision changes: the list, the places, and what others see of them. */
const changed = [listApplications, getCampaign, listOwnCampaigns, listCampaigns];

/** Approving and rejecting applicants, one at a time. */
export function useApplicantDecision() {
  const client = useQueryClient();
  const decision = useCallMutation(decideApplication, {
    invalidates: changed,
    onSuccess: ({ status, marketerName }) =>
      showToast(
        status === 'approved'
          ? { title: 'Applicant Approved', message: `${marketerName} has a place.`, tone: 'success' }
          : { title: 'Applicant Rejected', message: `${marketerName} is told.` },
      ),
    onError: (error) => {
      showToast({
        title: 'Error',
        message: textOf(error, 'The application could not be decided. Please try again.'),
        tone: 'error',
      });
      // Somebody was faster, or the last place is gone: show what is true now.
      for (const read of changed) void client.invalidateQueries({ queryKey: keyOf(read) });
    },
  });
  return {
    /** The application that is being decided. */
    pendingId: decision.isPending ? decision.variables.params.id : null,
    decide: (application: Application, status: 'approved' | 'rejected', reason = '') => {
      if (decision.isPending) return;
      const body = reason ? { status, reason } : { status };
      decision.mutate({ params: { id: application.id }, body });
    },
  };
}
