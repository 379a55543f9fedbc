import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { listApplications } from '#applications/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { keyOf } from '#platform/web/query.ts';
import { formatAppointment } from '#platform/web/ui/format-time.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { ConsentNotGiven, useCompliance } from '#profiles/web/use-compliance.tsx';
import { getOwnSession } from '../contract.ts';
import { rememberStart, wasStartedHere } from './started-here.ts';
import { useOwnSession } from './use-own-session.ts';
import { useTracker } from './use-tracker.ts';

const MINUTE_MS = 60_000;

/** Everything that a tracking panel shows and does for one campaign. */
export function useTracking(campaign: Campaign) {
  const client = useQueryClient();
  const own = useOwnSession(campaign.id);
  const { tracker, ...state } = useTracker(campaign.id);
  const compliance = useCompliance();
  const closed = useClosedReason(campaign);
  const [refusal, setRefusal] = useState<unknown>(null);

  const session = own.data ?? null;
  const runsHere = state.session !== null;
  const runsElsewhere = !runsHere && session !== null && session.isRunning && !wasStartedHere(session.id);

  // A reload while it runs goes on; what the server ended by itself ends here too.
  useEffect(() => {
    if (!session) return;
    if (!session.isRunning) tracker.ended(session.id);
    else if (wasStartedHere(session.id)) tracker.resume(session);
  }, [tracker, session]);

  // Starting needs a known position; a page that cannot start yet must not ask for one.
  const needsPosition = closed === null && !session?.isRunning && own.isSuccess;
  const hasLocated = useRef(false);
  useEffect(() => {
    // Once: after stopping, nothing is read until the person wants to start again.
    if (needsPosition && !hasLocated.current && !tracker.getState().position) void tracker.locate();
    if (needsPosition || runsHere) hasLocated.current = true;
  }, [tracker, needsPosition, runsHere]);

  const refresh = () =>
    Promise.all(
      [getOwnSession, listApplications, getCampaign].map((read) =>
        client.invalidateQueries({ queryKey: keyOf(read) }),
      ),
    );
  const start = useMutation({
    mutationFn: () => compliance.through(tracker.start, { location: true }),
    onMutate: () => setRefusal(null),
    onSuccess: async () => {
      const startedId = tracker.getState().session?.id;
      if (startedId) rememberStart(startedId);
      showToast({
        title: 'Campaign Started',
        message: 'GPS tracking is now active for this campaign',
        tone: 'success',
      });
      await refresh();
    },
    onError: (error) => {
      if (error instanceof ConsentNotGiven) return;
      setRefusal(error);
      showToast({ title: 'Error', message: 'Failed to start campaign session', tone: 'error' });
    },
  });
  const stop = useMutation({
    mutationFn: tracker.stop,
    onMutate: () => setRefusal(null),
    onSuccess: async () => {
      showToast({ title: 'Campaign Ended', message: 'GPS tracking has been stopped', tone: 'info' });
      await refresh();
    },
    onError: (error) => {
      setRefusal(error);
      showToast({ title: 'Error', message: 'Failed to end campaign session', tone: 'error' });
    },
  });

  return {
    ...state,
    own,
    latest: session,
    runsHere,
    runsElsewhere,
    /** Why tracking cannot start at this time, or null. */
    closed,
    /** What the server answered to the last start or stop that failed. */
    refusal,
    isStarting: start.isPending,
    isStopping: stop.isPending,
    start() {
      if (start.isPending || closed !== null) return;
      if (state.position) return start.mutate();
      showToast({
        title: 'Location Required',
        message: 'Please allow location access to start tracking',
        tone: 'error',
      });
      void tracker.locate();
    },
    stop: () => {
      if (!stop.isPending) stop.mutate();
    },
    continueHere() {
      if (!session) return;
      rememberStart(session.id);
      tracker.resume(session);
    },
    retry: () => void tracker.retry(),
    modals: compliance.modals,
  };
}

export type Tracking = ReturnType<typeof useTracking>;

function useClosedReason({ status, opensAt, closesAt }: Campaign): string | null {
  const now = useNow(MINUTE_MS / 4);
  if (status !== 'active' || !opensAt || !closesAt) return 'This campaign is not active.';
  if (now < new Date(opensAt)) return `Tracking opens ${formatAppointment(opensAt)}.`;
  return now >= new Date(closesAt) ? 'The time for tracking this campaign is over.' : null;
}
