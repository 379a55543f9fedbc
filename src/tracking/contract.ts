import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { DAY, IsoTime, MINUTE } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { SpotCheck } from './spot-check-contract.ts';

export const sessionProcess = defineProcess({
  states: ['running', 'ended'],
  initial: 'running',
  actors: ['marketer', 'platform'],
  transitions: {
    end: {
      from: ['running'],
      to: 'ended',
      by: ['marketer', 'platform'],
      why: 'The marketer stops, another device takes over, the campaign’s window closes, or 30 minutes pass without a position.',
    },
  },
});

/** A position counts as live if its last heartbeat is at most this old. */
export const LIVE_WITHIN_MS = 5 * MINUTE;
export const SILENCE_ENDS_SESSION_MS = 30 * MINUTE;
export const SEND_INTERVAL_MS = 15_000;
export const ADVERTISER_POLL_MS = 10_000;
export const MAX_POINTS_PER_BATCH = 500;
/** From the last decision about the work on (decision 23.3). */
export const FIXES_KEPT_MS = 30 * DAY;

const CampaignSessionParams = z.object({ id: Id, sessionId: Id });

/** Only its marketer sees it (decision 18.3). */
export const Fix = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Metres. */
  accuracy: z.number().min(0).max(100_000),
  /** By the phone's clock. If it is missing, the time of receipt counts. */
  recordedAt: IsoTime.optional(),
  /** True if the device also reported a speed, heading or altitude. */
  hasMotion: z.boolean().optional(),
});
export type Fix = z.infer<typeof Fix>;

export const TrackingSession = z.object({
  id: Id,
  campaignId: Id,
  /** The marketer's own id for the marketer, a random alias for the advertiser, as is `id` on live screens. */
  marketerId: z.string(),
  startTime: IsoTime,
  endTime: IsoTime.nullable(),
  isRunning: z.boolean(),
});
export type TrackingSession = z.infer<typeof TrackingSession>;

export const startSession = endpoint({
  name: 'startSession',
  method: 'POST',
  path: '/api/campaign/{id}/start-session',
  summary: 'Start tracking; returns the running session if there is one',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['marketer'], strangers: 'session/not-approved' },
  params: IdParams,
  body: z
    .object({
      /** The browser's own id, the same in all its pages. Without it, the sign-in counts as the device. */
      deviceId: Id.optional(),
      takesOver: z.boolean().optional(),
    })
    .default({}),
  response: TrackingSession.extend({
    /** The server's time. The phone's clock may be wrong. */
    now: IsoTime,
  }),
  status: 201,
  refusals: [
    'campaign/not-found',
    'campaign/not-active',
    'session/not-approved',
    'session/outside-window',
    'session/running-elsewhere',
    'session/other-device',
    'session/too-many',
    'compliance/incomplete',
    'compliance/location-consent',
  ],
  vital: true,
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'POST',
  path: '/api/campaign/{id}/end-session/{sessionId}',
  summary: 'Stop tracking; stopping again changes nothing',
  who: ['marketer'],
  whose: { object: 'session', by: ['marketer'], at: 'sessionId' },
  params: CampaignSessionParams,
  response: TrackingSession,
  refusals: ['session/not-found'],
  vital: true,
});

const Sending = z.object({
  sessionId: Id.optional(),
  /** Tells how wrong the phone's clock is. */
  sentAt: IsoTime.optional(),
  deviceId: Id.optional(),
});

export const updateLocation = endpoint({
  name: 'updateLocation',
  method: 'POST',
  path: '/api/campaign/{id}/update-location',
  summary: 'Send one position, or several recorded offline; sending one again changes nothing',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['marketer'], others: 'session/none-running' },
  params: IdParams,
  body: z.union([
    Fix.extend(Sending.shape),
    Sending.extend({ points: z.array(Fix).min(1).max(MAX_POINTS_PER_BATCH) }),
  ]),
  response: z.object({
    received: z.number().int(),
    /** Measured after the session's end, so they don't count. */
    tooLate: z.number().int(),
    /** If false, stop measuring, and send only what was measured before. */
    isRunning: z.boolean(),
    isTakenOver: z.boolean(),
    /** Null if most of the newest position's time counts. */
    notCounting: z.enum(['outside', 'inaccurate']).nullable(),
    /** Inside the campaign's radius. Advertisers see less (decision 43.3). */
    isInZone: z.boolean(),
    /** What the advertiser's map shows. Null while the marketer is on the way. */
    published: z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() }).nullable(),
  }),
  limit: 'location',
  refusals: [
    'session/none-running',
    'session/other-device',
    'session/closed',
    'session/proof-sent',
    'compliance/location-consent',
    'request/too-many',
    'server/busy',
  ],
  vital: true,
});

/** A position as an advertiser sees it: the approximate point, never the fix (decision 23). */
export const LiveLocation = z.object({
  id: Id,
  marketerId: z.string(),
  /** Null while the marketer is on the way, that is more than 3 km from the campaign. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number(),
  timestamp: IsoTime,
  lastHeartbeat: IsoTime,
  isActive: z.boolean(),
  /** Delayed by a minute and approximate at the edge. Null before that, or if the campaign has no zone. */
  isInZone: z.boolean().nullable(),
});
export type LiveLocation = z.infer<typeof LiveLocation>;

export const listLiveLocations = endpoint({
  name: 'listLiveLocations',
  method: 'GET',
  path: '/api/campaign/{id}/live-tracking',
  summary: 'Approximate positions of live marketers',
  who: ['advertiser', 'admin'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: z.array(LiveLocation),
  limit: 'live',
  poll: true,
  refusals: ['campaign/not-found'],
});

export const listActiveSessions = endpoint({
  name: 'listActiveSessions',
  method: 'GET',
  path: '/api/campaign/{id}/active-sessions',
  summary: 'Running sessions',
  who: ['advertiser', 'admin'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: z.array(TrackingSession),
  limit: 'live',
  poll: true,
  refusals: ['campaign/not-found'],
});

export const SIGNAL_KINDS = [
  'typed-in',
  'copied',
  'two-places',
  'similar-path',
  'frozen',
  'constant-accuracy',
  'teleport',
  'too-fast',
  'even-speed',
  'computed-noise',
  'in-batches',
  'no-motion',
  'clock',
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

export const SIGNAL_WEIGHTS = ['high', 'medium', 'low'] as const;

/** It says when and how often, never where. */
export const Signal = z.object({
  kind: z.enum(SIGNAL_KINDS),
  weight: z.enum(SIGNAL_WEIGHTS),
  /** 1 if the sign is about the whole track. */
  count: z.number().int().positive(),
  /** Null if the sign is about the whole track. */
  firstAt: IsoTime.nullable(),
});
export type Signal = z.infer<typeof Signal>;

/** Facts that inform the reviewer and decide nothing (decision 23.5). */
export const Presence = z.object({
  minutesInside: z.number(),
  /** The share of the session's time that the fixes cover, 0 to 1. */
  coverage: z.number(),
  distanceMeters: z.number(),
  longestGapSeconds: z.number(),
  fixes: z.number().int(),
  /** countMinutesInside divided by the campaign's duration, at most 1. Null if the campaign has no duration. */
  score: z.number().nullable(),
  /**
   * Strongest first. Missing if the fixes were not checked: the session has just begun, or its summary
   * predates signs.
   */
  signals: z.array(Signal).optional(),
  /** Missing if these facts are of one session. */
  sessions: z.number().int().optional(),
});
export type Presence = z.infer<typeof Presence>;

/** Businesses see its times rounded (decision 43.4). */
export const CountedSession = z.object({
  id: Id,
  startTime: IsoTime,
  endTime: IsoTime.nullable(),
  minutesInside: z.number(),
});
export type CountedSession = z.infer<typeof CountedSession>;

export const getPresence = endpoint({
  name: 'getPresence',
  method: 'GET',
  path: '/api/sessions/{id}/presence',
  summary: 'A session’s presence summary',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'session', by: ['marketer', 'advertiser', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: TrackingSession.extend({ presence: Presence }),
  limit: 'live',
  refusals: ['session/not-found', 'request/too-many'],
});

export const WatchedBy = z.object({ viewers: z.number().int(), lastAt: IsoTime.nullable() });
export type WatchedBy = z.infer<typeof WatchedBy>;

export const getOwnSession = endpoint({
  name: 'getOwnSession',
  method: 'GET',
  path: '/api/campaign/{id}/my-session',
  summary: 'My newest session in this campaign, running or ended, with its presence so far',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['marketer'], strangers: 'nothing' },
  params: IdParams,
  response: z.object({
    session: TrackingSession.extend({
      presence: Presence,
      watchedBy: WatchedBy,
      /** Of all my sessions in this campaign. Null if this is the only one. */
      total: Presence.nullable(),
      /** Oldest first. Missing if this is the only one. */
      sessions: z.array(CountedSession).optional(),
    }).nullable(),
    /** By the server's clock. Missing if tracking can start. */
    closed: z.enum(['not-yet', 'over']).optional(),
    /** In order. Missing before the first. */
    spotChecks: z.array(SpotCheck).optional(),
  }),
  limit: 'public-read',
  poll: true,
  refusals: ['campaign/not-found', 'request/too-many'],
});
