import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Beat } from '#platform/stream-contract.ts';
import { LiveLocation, TrackingSession } from './contract.ts';
import { endpoint } from './domain.ts';

/** In the same shapes as the polled endpoints return. */
export const LiveSnapshot = z.object({
  locations: z.array(LiveLocation),
  sessions: z.array(TrackingSession),
});
export type LiveSnapshot = z.infer<typeof LiveSnapshot>;

/** The sessions name their campaigns. Equal to the polled answers of each campaign, so it shows nothing more. */
export const listAllLive = endpoint({
  name: 'listAllLive',
  method: 'GET',
  path: '/api/live-tracking',
  summary: 'Approximate positions and running sessions of all my campaigns and those of my teams',
  who: ['advertiser'],
  response: LiveSnapshot,
  limit: 'live-all',
  poll: true,
  refusals: ['request/too-many'],
});

export const streamLive = endpoint({
  name: 'streamLive',
  method: 'GET',
  path: '/api/campaign/{id}/live-stream',
  summary: 'Approximate positions and sessions as they change; each new connection starts with a snapshot',
  who: ['advertiser', 'admin'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  events: {
    /** Replaces everything known. Sent first, and again if the server may have missed a change. */
    snapshot: LiveSnapshot,
    /** Each replaces the previous one of its session. */
    positions: z.array(LiveLocation),
    /** When a session ends, drop its position too. */
    sessions: z.array(TrackingSession),
    beat: Beat,
  },
  limit: 'live-stream',
  poll: true,
  refusals: ['campaign/not-found', 'request/too-many', 'server/busy'],
});
