import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { distanceMeters } from '#kernel/geometry/geometry.ts';
import { metersInsidePolygon } from '#kernel/geometry/polygon.ts';
import { t } from '#kernel/text.ts';
import { CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { ConsentNotGiven, useCompliance } from '#profiles/web/consents/use-compliance.tsx';
import type { Fix } from '../../contract.ts';
import { sendStop } from '../positions/unsent-positions.ts';
import type { PositionProblem } from '../positions/read-position.ts';
import { refreshTrackingQueries } from './refresh-tracking-queries.ts';
import { useWindowClosed } from './use-own-session.ts';
import { getPositionProblemMessage } from './tracking-messages.ts';
import { useSyncedSession } from '../live/use-synced-session.ts';
import { useLocationPermission } from '../positions/use-location-permission.ts';

class PositionMissing extends Error {
  readonly problem: PositionProblem | null;

  constructor(problem: PositionProblem | null) {
    super('no position to start with'); // not for users
    this.name = 'PositionMissing';
    this.problem = problem;
  }
}

export function useTracking(campaign: Campaign) {
  const client = useQueryClient();
  const clock = useClock();
  const { user } = useCurrentUser();
  const { own, tracker, started, ...state } = useSyncedSession(campaign.id);
  const compliance = useCompliance();
  const closedReason = formatClosedReason(campaign, useWindowClosed(campaign.id));
  const [refusal, setRefusal] = useState<unknown>(null);

  const session = own.data ?? null;
  const isRunningHere = state.session !== null;
  const startedHere = started?.sessionId === session?.id ? started?.state : undefined;
  const isRunningUnseen = !isRunningHere && session !== null && session.isRunning;
  const isRunningElsewhere = isRunningUnseen && startedHere === undefined;
  const isStopUnsent = isRunningUnseen && startedHere === 'stopped';
  /** True also if another page of this browser is stopping it. */
  const isBeingStopped = isRunningUnseen && startedHere === 'stopping';

  // Starting needs a position. Read it early only if the browser does not prompt: users deny a prompt that
  // comes before they know why.
  const permission = useLocationPermission();
  const isPromptFree = permission !== undefined && permission !== 'prompt';
  const needsPosition = closedReason === null && !session?.isRunning && own.isSuccess && isPromptFree;
  const locatedUnder = useRef<typeof permission>(undefined);
  useEffect(() => {
    // Read once per permission state. After stopping, read nothing until the user wants to start again.
    const isNew = locatedUnder.current !== permission;
    if (needsPosition && isNew && !tracker.getState().position) void tracker.locate();
    if (needsPosition || isRunningHere) locatedUnder.current = permission;
  }, [tracker, needsPosition, isRunningHere, permission]);

  const refresh = () => refreshTrackingQueries(client);
  const start = useMutation({
    async mutationFn({ accountId, takesOver }: { accountId: string; takesOver: boolean }) {
      if (!tracker.getState().position) await tracker.locate();
      const { position, positionProblem } = tracker.getState();
      if (!position) throw new PositionMissing(positionProblem);
      await compliance.through(() => tracker.start(accountId, takesOver), { location: true });
    },
    onMutate: () => setRefusal(null),
    onSuccess: async () => {
      showToast({
        title: t('Campaign Started'),
        message: t('GPS tracking is now active for this campaign'),
        tone: 'success',
      });
      await refresh();
    },
    onError: (error) => {
      if (error instanceof ConsentNotGiven) return;
      if (error instanceof PositionMissing) {
        showToast({
          title: t('Location Required'),
          message:
            error.problem === null || error.problem === 'denied'
              ? t('Please allow location access to start tracking')
              : getPositionProblemMessage(error.problem),
          tone: 'error',
        });
        return;
      }
      setRefusal(error);
      // Another device has started since, and may be taken over now.
      if (error instanceof CallError && error.code === 'session/other-device') void refresh();
      showToast({ title: t('Error'), message: t('Failed to start campaign session'), tone: 'error' });
    },
  });
  const stop = useMutation({
    mutationFn: tracker.stop,
    onMutate: () => setRefusal(null),
    onSuccess: async () => {
      showToast({ title: t('Campaign Ended'), message: t('GPS tracking has been stopped'), tone: 'success' });
      await refresh();
    },
    onError: (error) => {
      // An unreachable server has refused nothing. The panel says that the stop will be sent later.
      if (error instanceof CallError && error.status !== 0) setRefusal(error);
      showToast({ title: t('Error'), message: t('Failed to end campaign session'), tone: 'error' });
    },
  });

  return {
    ...state,
    own,
    latest: session,
    isRunningHere,
    isRunningElsewhere,
    /** Stopped here while offline. The server still has it running. */
    isStopUnsent,
    asksForPermission: permission === 'prompt' && !state.position,
    /** Null if the user is inside or either point is unknown. */
    metersOutside: metersOutside(campaign, state.position),
    closed: closedReason,
    refusal,
    isStarting: start.isPending,
    isStopping: stop.isPending || isBeingStopped,
    start() {
      if (start.isPending || closedReason !== null || !user) return;
      start.mutate({ accountId: user.id, takesOver: false });
    },
    stop: () => {
      if (!stop.isPending) stop.mutate();
    },
    takeOver() {
      if (!start.isPending && user) start.mutate({ accountId: user.id, takesOver: true });
    },
    retry: () => void tracker.retry(),
    async tellStop() {
      if (!user) return;
      await sendStop(user.id, clock).then(refresh, setRefusal);
    },
    modals: compliance.modals,
  };
}

export type Tracking = ReturnType<typeof useTracking>;

function formatClosedReason(
  { status, opensAt, timeZone }: Campaign,
  closed: ReturnType<typeof useWindowClosed>,
): string | null {
  if (status !== 'active' || !opensAt) return t('This campaign is not active.');
  if (closed === 'not-yet') return t('Tracking opens {time}.', { time: formatZonedTime(opensAt, timeZone) });
  return closed === 'over' ? t('Tracking for this campaign has ended.') : null;
}

function metersOutside({ locationDetails: place }: Campaign, position: Fix | null): number | null {
  if (!place || !position) return null;
  const at = { lat: position.latitude, lng: position.longitude };
  const meters = place.corners
    ? -metersInsidePolygon(at, place.corners)
    : distanceMeters(place, at) - place.radius;
  return meters > 0 ? meters : null;
}
