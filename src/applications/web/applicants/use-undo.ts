import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClock, useSecondsLeft } from '#platform/web/clock.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { type Application, listApplications } from '../../contract.ts';

/**
 * By this browser's clock. The end is set when the browser first sees the decision, and kept with the cached
 * responses: coming back to them must not restart the countdown.
 */
function readEnd(client: QueryClient, { id, decidedAt, undoLeftMs }: Application, now: number): number {
  if (undoLeftMs === null) return 0;
  const key = ['undo-end', id, decidedAt];
  return client.getQueryData<number>(key) ?? client.setQueryData<number>(key, now + undoLeftMs) ?? 0;
}

/**
 * Newest first. Once the time of the last one has passed, the list is loaded again, because the business then learns
 * the full name.
 */
export function useUndo(applications: readonly Application[]) {
  const clock = useClock();
  const client = useQueryClient();
  const now = clock.now().getTime();
  const ends = new Map(applications.map((one) => [one, readEnd(client, one, now)]));
  const last = Math.max(...ends.values());
  const secondsLeft = useSecondsLeft(new Date(last));
  useEffect(() => {
    const left = last - clock.now().getTime();
    if (left <= 0) return undefined;
    // A moment later, so that the server agrees that it is over.
    return clock.after(left + 500, () => void invalidateEndpoints(client, [listApplications]));
  }, [clock, client, last]);
  const undoable = applications
    .filter((one) => (ends.get(one) ?? 0) > now)
    .toSorted((one, other) => (other.decidedAt ?? '').localeCompare(one.decidedAt ?? ''));
  return { undoable, secondsLeft };
}
