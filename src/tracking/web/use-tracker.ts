import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type BrowserClock, useClock } from '#platform/web/clock.ts';
import { keyOf } from '#platform/web/query.ts';
import { getOwnSession } from '../contract.ts';
import { createTracker, type Tracker, type TrackerState } from './tracker.ts';

/** Of each running app its trackers by campaign: two panels of one campaign share theirs, and page changes keep it. */
const trackersOf = new WeakMap<QueryClient, Map<string, Tracker>>();

/** The tracker of a campaign in this browser, with its present state. */
export function useTracker(campaignId: string): TrackerState & { tracker: Tracker } {
  const client = useQueryClient();
  const clock = useClock();
  const tracker = trackerOf(client, clock, campaignId);
  const state = useSyncExternalStore(tracker.subscribe, tracker.getState, tracker.getState);
  return { ...state, tracker };
}

function trackerOf(client: QueryClient, clock: BrowserClock, campaignId: string): Tracker {
  const trackers = trackersOf.get(client) ?? new Map<string, Tracker>();
  trackersOf.set(client, trackers);
  const known = trackers.get(campaignId);
  if (known) return known;
  const tracker = createTracker(campaignId, {
    clock,
    // Absent in browsers, and on pages, that may not ask for positions.
    geolocation: navigator.geolocation as Geolocation | undefined,
    onEnded: () => void client.invalidateQueries({ queryKey: keyOf(getOwnSession) }),
  });
  trackers.set(campaignId, tracker);
  return tracker;
}
