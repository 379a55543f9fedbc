import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { msg, t, type Message } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const uploadProcess = defineProcess({
  states: ['receiving', 'ready', 'refused', 'claimed'],
  initial: 'receiving',
  actors: ['platform', 'owner'],
  transitions: {
    accept: {
      from: ['receiving'],
      to: 'ready',
      by: ['platform'],
      why: 'All bytes have arrived and the content type is accepted.',
    },
    refuse: {
      from: ['receiving'],
      to: 'refused',
      by: ['platform'],
      why: 'The content type is not accepted. The bytes are deleted, the reason is kept.',
    },
    claim: {
      from: ['ready'],
      to: 'claimed',
      by: ['owner'],
      why: 'It has become part of exactly one proof, campaign, profile or message.',
    },
  },
});

export const UploadState = z.enum(['receiving', 'ready', 'refused', 'claimed']);
export type UploadState = z.infer<typeof UploadState>;

export const UploadPurpose = z.enum(['proof', 'brand-asset', 'profile-photo', 'business-logo', 'message']);
export type UploadPurpose = z.infer<typeof UploadPurpose>;

export const ContentType = z.enum([
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'video/quicktime',
]);
export type ContentType = z.infer<typeof ContentType>;

/** Maximum sizes in bytes. */
export type Accepted = Readonly<Partial<Record<ContentType, number>>>;

const MEGABYTE = 1024 * 1024;
const images = (bytes: number) => ({ 'image/png': bytes, 'image/jpeg': bytes, 'image/webp': bytes });
const videos = (bytes: number) => ({ 'video/mp4': bytes, 'video/webm': bytes, 'video/quicktime': bytes });

export interface UploadRules {
  accepted: Accepted;
  text: Message;
  refusals?: { tooLarge: Message; wrongKind: Message };
  /** `edge` is the maximum width and height in pixels. 'square' crops the image to its middle. */
  image?: { edge: number; cut: 'none' | 'square' };
  /** True if files show work: they are measured, and images get a thumbnail. */
  isEvidence?: true;
}

const pictureRules = {
  accepted: images(5 * MEGABYTE),
  text: msg('PNG, JPG or WebP up to 5MB'),
  refusals: {
    tooLarge: msg('Please select an image smaller than 5MB'),
    wrongKind: msg('Please select a valid image file'),
  },
};

export const purposes: Readonly<Record<UploadPurpose, UploadRules>> = {
  proof: {
    accepted: { ...images(20 * MEGABYTE), ...videos(200 * MEGABYTE) },
    text: msg('PNG, JPG or WebP images up to 20MB, MP4, WebM or MOV videos up to 200MB'),
    isEvidence: true,
  },
  'brand-asset': {
    accepted: { 'image/png': 10 * MEGABYTE, 'image/jpeg': 10 * MEGABYTE, 'application/pdf': 10 * MEGABYTE },
    text: msg('PNG, JPG or PDF up to 10MB'),
  },
  message: {
    accepted: { ...images(10 * MEGABYTE), 'application/pdf': 10 * MEGABYTE },
    text: msg('PNG, JPG, WebP or PDF up to 10MB'),
  },
  'profile-photo': { ...pictureRules, image: { edge: 512, cut: 'square' } },
  'business-logo': { ...pictureRules, image: { edge: 512, cut: 'none' } },
};

export function largestBytes(purpose: UploadPurpose): number {
  return Math.max(...Object.values(purposes[purpose].accepted));
}

const HEIC_TEXT = msg(
  'HEIC photos are not accepted. Please choose a JPG. On an iPhone, set Settings → Camera → Formats to Most Compatible.',
);

export function wrongKindText(mediaType: string | undefined, { text, refusals }: UploadRules): string {
  const isHeic = mediaType?.startsWith('image/hei') ?? false;
  if (refusals) return isHeic ? `${t(refusals.wrongKind)}. ${t(HEIC_TEXT)}` : t(refusals.wrongKind);
  const fault = isHeic ? t(HEIC_TEXT) : t('This kind of file is not accepted.');
  return `${fault} ${t('Accepted: {formats}.', { formats: text })}`;
}

export function tooLargeText({ text, refusals }: UploadRules): string {
  return refusals
    ? t(refusals.tooLarge)
    : t('This file is too large. Accepted: {formats}.', { formats: text });
}

export const UNCLAIMED_LIMIT_BYTES = 1024 * MEGABYTE;
export const RECEIVING_PERIOD_MS = DAY;
export const UNCLAIMED_PERIOD_MS = 7 * DAY;

export const Upload = z.object({
  id: Id,
  purpose: UploadPurpose,
  state: UploadState,
  /** `contentType` and `size` (in bytes) are null until it is ready. */
  contentType: ContentType.nullable(),
  size: z.number().int().nullable(),
  /** In pixels; null unless the file is an image. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  refusal: z.string().nullable(),
  createdAt: IsoTime,
});
export type Upload = z.infer<typeof Upload>;

export function fileUrl(id: Id): string {
  return `/api/files/${id}`;
}
export function thumbnailUrl(id: Id): string {
  return `/api/files/${id}/thumbnail`;
}

export const TUS_VERSION = '1.0.0';

export const createUpload = endpoint({
  name: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Create an upload (tus 1.0): Upload-Length and Upload-Metadata with `purpose`. The last part of Location is its id',
  who: 'signedIn',
  takesBytes: true,
  status: 201,
  limit: 'upload',
  refusals: [
    'upload/protocol',
    'upload/too-large',
    'upload/wrong-type',
    'upload/too-many',
    'request/invalid',
    'request/too-many',
  ],
  vital: true,
});

export const appendUpload = endpoint({
  name: 'appendUpload',
  method: 'PATCH',
  path: '/api/uploads/{id}',
  summary: 'Send the next bytes (tus 1.0). After the last byte the server checks the content',
  who: 'signedIn',
  whose: { object: 'upload', by: ['owner'] },
  params: IdParams,
  status: 204,
  refusals: [
    'upload/protocol',
    'upload/not-found',
    'upload/offset',
    'upload/too-large',
    'upload/wrong-type',
    'server/busy',
  ],
  takesBytes: true,
  vital: true,
});

export const findUploadOffset = endpoint({
  name: 'findUploadOffset',
  method: 'HEAD',
  path: '/api/uploads/{id}',
  summary: 'The bytes received so far, in Upload-Offset (tus 1.0)',
  who: 'signedIn',
  whose: { object: 'upload', by: ['owner'] },
  params: IdParams,
  refusals: ['upload/protocol', 'upload/not-found', 'upload/wrong-type', 'server/busy'],
  vital: true,
});

export const removeUpload = endpoint({
  name: 'removeUpload',
  method: 'DELETE',
  path: '/api/uploads/{id}',
  summary: 'Remove an upload, finished or not (tus 1.0 termination)',
  who: 'signedIn',
  whose: { object: 'upload', by: ['owner'] },
  params: IdParams,
  status: 204,
  refusals: ['upload/protocol', 'upload/not-found', 'upload/claimed', 'server/busy'],
});

/** The owner may always read it. The domain that claimed the file decides about other users. */
export const readFile = endpoint({
  name: 'readFile',
  method: 'GET',
  path: '/api/files/{id}',
  summary: 'A finished file. Supports Range',
  who: 'anyone',
  whose: {
    object: 'upload',
    by: ['everyone', 'owner', 'marketer', 'advertiser', 'manager', 'viewer', 'admin'],
  },
  params: IdParams,
  refusals: ['upload/not-found'],
});

export const readThumbnail = endpoint({
  name: 'readThumbnail',
  method: 'GET',
  path: '/api/files/{id}/thumbnail',
  summary: 'A small JPEG of an image in a proof, or the file itself if it has none',
  who: 'anyone',
  whose: {
    object: 'upload',
    by: ['everyone', 'owner', 'marketer', 'advertiser', 'manager', 'viewer', 'admin'],
  },
  params: IdParams,
  refusals: ['upload/not-found'],
});

/** The frames with the smallest hashes are kept to find copies (decision 64). */
export const SKETCH_FRAMES = 32;
