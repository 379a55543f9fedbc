import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { streamEvents } from '#platform/stream-contract.ts';
import { LiveLocation, TrackingSession } from './contract.ts';

/** Who is out for a campaign at one moment, in the shapes of the polls. */
export const LiveSnapshot = z.object({
  locations: z.array(LiveLocation),
  sessions: z.array(TrackingSession),
});
export type LiveSnapshot = z.infer<typeof LiveSnapshot>;

export const streamLive = endpoint({
  name: 'streamLive',
  method: 'GET',
  path: '/api/campaign/{id}/live-stream',
  summary:
    'Approximate positions and sessions as they change; everything at each new connection, so none is missed',
  who: ['advertiser', 'admin'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  events: {
    /** Replaces all that was known. First after connecting, and again where the server may have missed a change. */
    snapshot: LiveSnapshot,
    /** Of those who moved or were heard from; replaces what was known of each. */
    positions: z.array(LiveLocation),
    /** Those that have begun, and those that have ended: with them goes their position. */
    sessions: z.array(TrackingSession),
    ...streamEvents,
  },
  limit: 'live-stream',
  poll: true,
  refusals: ['campaign/not-found', 'request/too-many', 'server/busy'],
});
