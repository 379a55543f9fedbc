import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const Capture = z.strictObject({
  permitId: Id,
  /** By the server's clock: the page corrects the phone's by the permit's `now`. */
  takenAt: IsoTime,
});
export type Capture = z.infer<typeof Capture>;

export const CapturePermit = z.object({
  id: Id,
  issuedAt: IsoTime,
  /** The phone's clock may be wrong. */
  now: IsoTime,
});
export type CapturePermit = z.infer<typeof CapturePermit>;

export const issueCapturePermit = endpoint({
  name: 'issueCapturePermit',
  method: 'POST',
  path: '/api/campaigns/{id}/capture-permit',
  summary: 'Permission to take photos and videos in the page for my proof. Each page asks for its own',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['marketer'], strangers: 'proof/not-approved' },
  params: IdParams,
  response: CapturePermit,
  status: 201,
  refusals: ['campaign/not-found', 'proof/not-approved'],
  vital: true,
});

export const MEDIA_SIGN_KINDS = [
  'same-image',
  'similar-image',
  'same-video',
  'part-of-video',
  'repeated-video',
  'video-unmeasured',
  'video-short',
  'other-time',
  'other-place',
  'not-from-page',
  'clock',
  'same-post',
] as const;

export const MediaSign = z.object({
  kind: z.enum(MEDIA_SIGN_KINDS),
  weight: z.enum(['high', 'medium', 'low']),
  /** The file's place in the proof's `media`, from 0. Null if the sign is about all files, or about the post. */
  file: z.number().int().nullable(),
  /** The number of the check on the spot whose photo it is. Missing for other files. */
  check: z.number().int().optional(),
  /**
   * `other-time`: minutes away from the work. `other-place`: metres outside of the area. `video-short`: its seconds.
   */
  amount: z.number().int().nullable(),
});
export type MediaSign = z.infer<typeof MediaSign>;
