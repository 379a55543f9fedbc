import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getCampaign, listCampaigns, listOwnCampaigns } from '#campaigns/contract.ts';
import { textOf } from '#platform/web/call.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { type Application, decideApplication, decideApplications, listApplications } from '../contract.ts';
import { benchApplication } from '../place-contract.ts';
import { applicantCount } from './applicants-words.ts';

/** What a decision changes: the list, the places, and what others see of them. */
const changed = [listApplications, getCampaign, listOwnCampaigns, listCampaigns];

type Decision = 'approved' | 'rejected';

/** What came of several decisions at once, where not all of them could be taken. */
export interface MixedResult {
  status: Decision;
  done: number;
  refused: readonly { id: string; name: string; message: string }[];
}

/** Approving and rejecting applicants, one or several, and the bench; one call at a time. They are named as in the list given. */
export function useApplicantDecision(applicants: readonly Application[]) {
  const client = useQueryClient();
  const nameOf = ({ id, marketerName }: Application) =>
    applicants.find((one) => one.id === id)?.marketerName ?? marketerName;
  const [mixed, setMixed] = useState<MixedResult | null>(null);
  const onError = (error: unknown) => {
    showToast({
      title: 'Error',
      message: textOf(error, 'The application could not be decided. Please try again.'),
      tone: 'error',
    });
    // Somebody was faster, or the last place is gone: show what is true now.
    for (const read of changed) void client.invalidateQueries({ queryKey: keyOf(read) });
  };
  const one = useCallMutation(decideApplication, {
    invalidates: changed,
    onSuccess: (application) =>
      showToast(
        application.status === 'approved'
          ? { title: 'Applicant Approved', message: `${nameOf(application)} has a place.`, tone: 'success' }
          : { title: 'Applicant Rejected', message: `${nameOf(application)} is told.` },
      ),
    onError,
  });
  const several = useCallMutation(decideApplications, { invalidates: changed, onError });
  const bench = useCallMutation(benchApplication, {
    invalidates: changed,
    onSuccess: (application) =>
      showToast(
        application.benchPosition === null
          ? { title: 'Off the Bench', message: `${nameOf(application)} waits for your decision again.` }
          : {
              title: 'On the Bench',
              message: `${nameOf(application)} is number ${application.benchPosition} and is told.`,
              tone: 'success',
            },
      ),
    onError,
  });
  const isPending = one.isPending || several.isPending || bench.isPending;
  return {
    isPending,
    mixed,
    forgetMixed: () => setMixed(null),
    decide: (application: Application, status: Decision, reason = '') => {
      if (isPending) return;
      setMixed(null);
      one.mutate({ params: { id: application.id }, body: reason ? { status, reason } : { status } });
    },
    /** In the order given: where the places end, the rest is refused. */
    decideSeveral: (applications: readonly Application[], status: Decision, reason = '') => {
      if (isPending) return;
      setMixed(null);
      const ids = applications.map(({ id }) => id);
      several.mutate(
        { body: reason ? { ids, status, reason } : { ids, status } },
        {
          onSuccess: ({ results }) => {
            const refused = results.flatMap(({ refusal }, index) => {
              const application = applications[index];
              return refusal && application
                ? [{ id: application.id, name: application.marketerName, message: refusal.message }]
                : [];
            });
            const done = results.length - refused.length;
            if (refused.length > 0) setMixed({ status, done, refused });
            else showToast(wholeToast(status, done));
          },
        },
      );
    },
    setBench: (application: Application, isOnBench: boolean) => {
      if (!isPending) bench.mutate({ params: { id: application.id }, body: { isOnBench } });
    },
  };
}

function wholeToast(status: Decision, done: number) {
  const who = applicantCount(done);
  return status === 'approved'
    ? ({ title: 'Applicants Approved', message: `${who} got a place.`, tone: 'success' } as const)
    : { title: 'Applicants Rejected', message: `${who} ${done === 1 ? 'is' : 'are'} told.` };
}
