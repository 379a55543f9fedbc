import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Only its marketer sees it, or an admin during a dispute (decision 18.3). */
export const Track = z.object({
  sessionId: Id,
  startTime: IsoTime,
  endTime: IsoTime.nullable(),
  zone: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      radiusMeters: z.number(),
      /** Of a drawn area, in order. Positions count inside them instead of the circle. */
      corners: z.array(z.object({ latitude: z.number(), longitude: z.number() })).optional(),
    })
    .nullable(),
  /** Ordered by time. Empty once the positions are erased. */
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
  /** Spans without a fix longer than 50 seconds, which is how long a phone standing still may be silent. */
  gaps: z.array(z.object({ from: IsoTime, to: IsoTime })),
  /** The last kept fix's time if the session reached the limit: later fixes are unknown. Otherwise null. */
  cutAt: IsoTime.nullable(),
  erasedAt: IsoTime.nullable(),
});
export type Track = z.infer<typeof Track>;

export const getTrack = endpoint({
  name: 'getTrack',
  method: 'GET',
  path: '/api/sessions/{id}/track',
  summary: 'The exact track of your own session; an admin needs a reason and an open dispute about its work',
  who: ['marketer', 'admin'],
  whose: { object: 'session', by: ['marketer', 'admin'] },
  params: IdParams,
  query: z.object({
    reason: z.string().trim().min(3, problem('Enter a reason of at least 3 characters')).max(500).optional(),
    dispute: Id.optional(),
  }),
  response: Track,
  refusals: ['session/not-found', 'session/not-disputed'],
});

/** As the live map showed it. Built from cells, never from fixes. */
export const PresenceCell = z.object({
  cell: z.string(),
  /** In order. The first corner is not repeated. */
  boundary: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
  fixes: z.number().int(),
  minutes: z.number(),
  tenMinutes: z.array(z.object({ from: IsoTime, fixes: z.number().int(), minutes: z.number() })),
});
export type PresenceCell = z.infer<typeof PresenceCell>;

export const listPresenceCells = endpoint({
  name: 'listPresenceCells',
  method: 'GET',
  path: '/api/campaign/{id}/presence-cells',
  summary: 'A campaign’s heat map: time spent in each cell, in steps of ten minutes',
  who: ['advertiser', 'admin'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: z.object({ cells: z.array(PresenceCell) }),
  limit: 'heat',
  refusals: ['campaign/not-found', 'request/too-many'],
});
