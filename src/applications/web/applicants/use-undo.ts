import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClock, useSecondsLeft } from '#platform/web/clock.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { type Application, listApplications } from '../../contract.ts';

interface Loaded {
  applications: readonly Application[];
  at: number;
}

/**
 * Returns which decisions can be undone now, the newest first. Once the time of the last one has passed, the list is
 * loaded again, because the business then learns the full name.
 */
export function useUndo(applications: readonly Application[]) {
  const clock = useClock();
  const client = useQueryClient();
  const [loaded, setLoaded] = useState<Loaded>(() => ({ applications, at: clock.now().getTime() }));
  if (loaded.applications !== applications) setLoaded({ applications, at: clock.now().getTime() });
  const getEnd = ({ undoLeftMs }: Application) => loaded.at + (undoLeftMs ?? 0);
  const last = Math.max(...applications.map(getEnd));
  const secondsLeft = useSecondsLeft(new Date(last));
  useEffect(() => {
    const left = last - clock.now().getTime();
    if (left <= 0) return undefined;
    // A moment later, so that the server agrees that it is over.
    return clock.after(left + 500, () => void invalidateEndpoints(client, [listApplications]));
  }, [clock, client, last]);
  const now = clock.now().getTime();
  const undoable = applications
    .filter((one) => getEnd(one) > now)
    .toSorted((one, other) => (other.decidedAt ?? '').localeCompare(one.decidedAt ?? ''));
  return { undoable, secondsLeft };
}
