import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';

/** One's own way in a session, exact; nobody's but the marketer's, and an administrator's in a dispute (decisions.md 5.3). */
export const Track = z.object({
  sessionId: Id,
  startTime: IsoTime,
  endTime: IsoTime.nullable(),
  /** The campaign's area; null where it has no place. */
  zone: z.object({ latitude: z.number(), longitude: z.number(), radiusMeters: z.number() }).nullable(),
  /** In the order of their times; none once they are erased. */
  points: z.array(
    z.object({
      time: IsoTime,
      latitude: z.number(),
      longitude: z.number(),
      /** Metres. */
      accuracy: z.number(),
      isInZone: z.boolean(),
    }),
  ),
  /** When nothing was heard for longer than a phone that stands still is silent, 50 seconds. */
  gaps: z.array(z.object({ from: IsoTime, to: IsoTime })),
  /** Of a session that has kept as many positions as one may: the last of them, behind which nothing is known; null else. */
  cutAt: IsoTime.nullable(),
  /** When the exact positions were erased; null while they are kept. */
  erasedAt: IsoTime.nullable(),
});
export type Track = z.infer<typeof Track>;

export const getTrack = endpoint({
  name: 'getTrack',
  method: 'GET',
  path: '/api/sessions/{id}/track',
  summary:
    'The exact track of one’s own session; an administrator reads it with a reason, for an open dispute about its work',
  who: ['marketer', 'admin'],
  whose: { object: 'session', by: ['marketer', 'admin'] },
  params: IdParams,
  query: z.object({
    /** Why an administrator looks; written into the audit log. */
    reason: z.string().trim().min(3, 'Please say why you need to see it').max(500).optional(),
    /** The dispute for whose sake an administrator looks. */
    dispute: Id.optional(),
  }),
  response: Track,
  refusals: ['session/not-found', 'session/not-disputed'],
});

/** Where a campaign's marketers were in the course of time, as its live map has shown it: cells, never fixes. */
export const PresenceCell = z.object({
  /** The index of the H3 cell, resolution 8. */
  cell: z.string(),
  /** The cell's corners, in order; the first one is not repeated. */
  boundary: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Of all sessions and times together. */
  fixes: z.number().int(),
  minutes: z.number(),
  /** The same by time, ten minutes each, in order. */
  tenMinutes: z.array(z.object({ from: IsoTime, fixes: z.number().int(), minutes: z.number() })),
});
export type PresenceCell = z.infer<typeof PresenceCell>;

export const listPresenceCells = endpoint({
  name: 'listPresenceCells',
  method: 'GET',
  path: '/api/campaign/{id}/presence-cells',
  summary: 'A campaign’s heat map: the cells in which its marketers were, by ten minutes',
  who: ['advertiser', 'admin'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: z.object({ cells: z.array(PresenceCell) }),
  limit: 'heat',
  refusals: ['campaign/not-found', 'request/too-many'],
});
