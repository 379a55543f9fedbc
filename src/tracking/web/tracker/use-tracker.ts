import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { type BrowserClock, useClock } from '#platform/web/clock.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { getOwnSession } from '../../contract.ts';
import { createLeaderElection } from '../positions/measuring-pages.ts';
import { type FixSender, withBrowserLock } from '../positions/send-fixes.ts';
import { createTracker, type Tracker } from './tracker.ts';
import type { TrackerState } from './tracker-state.ts';
import type { WaitingFixes } from '../positions/waiting-fixes.ts';
import { createFixStore } from '../positions/fix-store.ts';
import { openFixesDatabase } from '../positions/waiting-fixes-database.ts';

/**
 * Trackers by campaign, per app instance. Panels of one campaign share a tracker, and it survives navigation.
 */
const trackersByClient = new WeakMap<QueryClient, Map<string, Tracker>>();
const fixesByClient = new WeakMap<QueryClient, WaitingFixes>();

export function useTracker(campaignId: string): TrackerState & { tracker: Tracker } {
  const client = useQueryClient();
  const sending = useFixSender();
  const tracker = getTracker(client, sending, campaignId);
  const state = useSyncExternalStore(tracker.subscribe, tracker.getState, tracker.getState);
  return { ...state, tracker };
}

export function useFixSender(): FixSender {
  const client = useQueryClient();
  const clock = useClock();
  return useMemo(
    () => ({ clock, fixes: getWaitingFixes(client, clock), withLock: withBrowserLock }),
    [client, clock],
  );
}

function getWaitingFixes(client: QueryClient, clock: BrowserClock): WaitingFixes {
  const known = fixesByClient.get(client);
  if (known) return known;
  const fixes = createFixStore(() => openFixesDatabase(clock.now()));
  fixesByClient.set(client, fixes);
  return fixes;
}

function getTracker(client: QueryClient, sending: FixSender, campaignId: string): Tracker {
  const trackers = trackersByClient.get(client) ?? new Map<string, Tracker>();
  trackersByClient.set(client, trackers);
  const known = trackers.get(campaignId);
  if (known) return known;
  const tracker = createTracker(campaignId, {
    ...sending,
    joinElection: createLeaderElection({ locks: navigator.locks as LockManager | undefined, page: document }),
    // Absent in browsers and pages that may not read positions.
    geolocation: navigator.geolocation as Geolocation | undefined,
    onEnded: () => void client.invalidateQueries({ queryKey: getQueryKey(getOwnSession) }),
  });
  trackers.set(campaignId, tracker);
  return tracker;
}
