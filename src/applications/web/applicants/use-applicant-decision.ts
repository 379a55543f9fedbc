import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getCampaign, listCampaigns, listOwnCampaigns } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { invalidateEndpoints, useCallMutation } from '#platform/web/query.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import {
  type Application,
  decideApplication,
  decideApplications,
  listApplications,
  undoDecisions,
} from '../../contract.ts';
import { benchApplication } from '../../place-contract.ts';

const changed = [listApplications, getCampaign, listOwnCampaigns, listCampaigns];

type Decision = 'approved' | 'rejected';

export interface MixedResult {
  status: Decision;
  done: number;
  refused: readonly { id: string; name: string; message: string }[];
}

/** One request at a time. Messages use the names of the given list. */
export function useApplicantDecision(applicants: readonly Application[]) {
  const client = useQueryClient();
  const getName = ({ id, marketerName }: Application) =>
    applicants.find((one) => one.id === id)?.marketerName ?? marketerName;
  const [mixed, setMixed] = useState<MixedResult | null>(null);
  const [decided, setDecided] = useState<readonly string[]>([]);
  const onError = (error: unknown) => {
    showErrorToast(error, t('Failed to save your decision. Please try again.'));
    // Another team member may have decided first, or the last place may be gone: reload.
    void invalidateEndpoints(client, changed);
  };
  const one = useCallMutation(decideApplication, {
    invalidates: changed,
    onSuccess: ({ id }) => setDecided([id]),
    onError,
  });
  const undoing = useCallMutation(undoDecisions, {
    invalidates: changed,
    onSuccess: ({ results }) => {
      setDecided([]);
      const refusal = results.find((result) => result.refusal)?.refusal;
      if (refusal) showToast({ title: t('Not undone'), message: refusal.message, tone: 'error' });
    },
    onError,
  });
  const several = useCallMutation(decideApplications, { invalidates: changed, onError });
  const bench = useCallMutation(benchApplication, {
    invalidates: changed,
    onSuccess: (application) =>
      showToast(
        application.benchPosition === null
          ? {
              title: t('Removed from waitlist'),
              message: t('{marketerName} is waiting for your decision.', {
                marketerName: getName(application),
              }),
            }
          : {
              title: t('Added to waitlist'),
              message: t('{marketerName} is number {position}. We notified them.', {
                marketerName: getName(application),
                position: application.benchPosition,
              }),
              tone: 'success',
            },
      ),
    onError,
  });
  const isPending = one.isPending || several.isPending || bench.isPending || undoing.isPending;
  return {
    isPending,
    mixed,
    decided,
    forgetMixed: () => setMixed(null),
    decide: (application: Application, status: Decision, reason = '') => {
      if (isPending) return;
      setMixed(null);
      const body = { status, canUndo: true, ...(reason ? { reason } : {}) };
      one.mutate({ params: { id: application.id }, body });
    },
    /** Decides in the given order. Approvals are refused once all places are taken. */
    decideSeveral: (applications: readonly Application[], status: Decision, reason = '') => {
      if (isPending) return;
      setMixed(null);
      const ids = applications.map(({ id }) => id);
      several.mutate(
        { body: { ids, status, canUndo: true, ...(reason ? { reason } : {}) } },
        {
          onSuccess: ({ results }) => {
            const refused = results.flatMap(({ refusal }, index) => {
              const application = applications[index];
              return refusal && application
                ? [{ id: application.id, name: application.marketerName, message: refusal.message }]
                : [];
            });
            setDecided(results.flatMap(({ application }) => application?.id ?? []));
            const done = results.length - refused.length;
            if (refused.length > 0) setMixed({ status, done, refused });
          },
        },
      );
    },
    undo: (applications: readonly Application[]) => {
      if (!isPending) undoing.mutate({ body: { ids: applications.map(({ id }) => id) } });
    },
    setBench: (application: Application, isOnBench: boolean) => {
      if (!isPending) bench.mutate({ params: { id: application.id }, body: { isOnBench } });
    },
  };
}
