import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { type BrowserClock, useClock } from '#platform/web/clock.ts';
import { keyOf } from '#platform/web/query.ts';
import { getOwnSession } from '../contract.ts';
import { joinPagesIn } from './measuring-pages.ts';
import { type Sending, withBrowserLock } from './send-fixes.ts';
import { createTracker, type Tracker, type TrackerState } from './tracker.ts';
import type { WaitingFixes } from './waiting-fixes.ts';
import { keepingOnDisk } from './waiting-fixes-kept.ts';
import { openFixesDatabase } from './waiting-fixes-database.ts';

/**
 * Trackers by campaign, per app instance. Panels of one campaign share a tracker, and it survives navigation.
 */
const trackersOf = new WeakMap<QueryClient, Map<string, Tracker>>();
const fixesOf = new WeakMap<QueryClient, WaitingFixes>();

export function useTracker(campaignId: string): TrackerState & { tracker: Tracker } {
  const client = useQueryClient();
  const sending = useSending();
  const tracker = trackerOf(client, sending, campaignId);
  const state = useSyncExternalStore(tracker.subscribe, tracker.getState, tracker.getState);
  return { ...state, tracker };
}

export function useSending(): Sending {
  const client = useQueryClient();
  const clock = useClock();
  return useMemo(
    () => ({ clock, fixes: waitingFixesOf(client, clock), withLock: withBrowserLock }),
    [client, clock],
  );
}

function waitingFixesOf(client: QueryClient, clock: BrowserClock): WaitingFixes {
  const known = fixesOf.get(client);
  if (known) return known;
  const fixes = keepingOnDisk(() => openFixesDatabase(clock.now()));
  fixesOf.set(client, fixes);
  return fixes;
}

function trackerOf(client: QueryClient, sending: Sending, campaignId: string): Tracker {
  const trackers = trackersOf.get(client) ?? new Map<string, Tracker>();
  trackersOf.set(client, trackers);
  const known = trackers.get(campaignId);
  if (known) return known;
  const tracker = createTracker(campaignId, {
    ...sending,
    joinPages: joinPagesIn({ locks: navigator.locks as LockManager | undefined, page: document }),
    // Absent in browsers and pages that may not read positions.
    geolocation: navigator.geolocation as Geolocation | undefined,
    onEnded: () => void client.invalidateQueries({ queryKey: keyOf(getOwnSession) }),
  });
  trackers.set(campaignId, tracker);
  return tracker;
}
