import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { defineProcess } from '#kernel/process.ts';
import { DAY, IsoTime } from '#kernel/time.ts';

export const uploadProcess = defineProcess({
  states: ['receiving', 'ready', 'refused', 'claimed'],
  initial: 'receiving',
  actors: ['platform', 'owner'],
  transitions: {
    accept: {
      from: ['receiving'],
      to: 'ready',
      by: ['platform'],
      why: 'All of it has arrived and its content is of an accepted kind.',
    },
    refuse: {
      from: ['receiving'],
      to: 'refused',
      by: ['platform'],
      why: 'Its content is of no accepted kind; the bytes are gone, the reason stays.',
    },
    claim: {
      from: ['ready'],
      to: 'claimed',
      by: ['owner'],
      why: 'It has become part of a proof, a campaign or a profile, and of one only.',
    },
  },
});

export const UploadState = z.enum(['receiving', 'ready', 'refused', 'claimed']);
export type UploadState = z.infer<typeof UploadState>;

/** What a file is meant for; declared in Upload-Metadata when it is created. */
export const UploadPurpose = z.enum(['proof', 'brand-asset', 'profile-photo', 'business-logo']);
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

/** Content types with the largest size in bytes. */
export type Accepted = Readonly<Partial<Record<ContentType, number>>>;

const MEGABYTE = 1024 * 1024;
const images = (bytes: number) => ({ 'image/png': bytes, 'image/jpeg': bytes, 'image/webp': bytes });
const videos = (bytes: number) => ({ 'video/mp4': bytes, 'video/webm': bytes, 'video/quicktime': bytes });

/** What is taken, and what becomes of it. */
export interface UploadRules {
  accepted: Accepted;
  /** In words, for the form that asks and for refusals. */
  text: string;
  /** Refusals that say it in words of their own. */
  refusals?: { tooLarge: string; wrongKind: string };
  /** An image is kept at most so wide and high in pixels: whole, or the square around its middle. */
  image?: { edge: number; cut: 'none' | 'square' };
}

const pictureRules = {
  accepted: images(5 * MEGABYTE),
  text: 'PNG, JPG or WebP up to 5MB',
  refusals: {
    tooLarge: 'Please select an image smaller than 5MB',
    wrongKind: 'Please select a valid image file',
  },
};

export const purposes: Readonly<Record<UploadPurpose, UploadRules>> = {
  proof: {
    accepted: { ...images(20 * MEGABYTE), ...videos(200 * MEGABYTE) },
    text: 'PNG, JPG or WebP images up to 20MB, MP4, WebM or MOV videos up to 200MB',
  },
  'brand-asset': {
    accepted: { 'image/png': 10 * MEGABYTE, 'image/jpeg': 10 * MEGABYTE, 'application/pdf': 10 * MEGABYTE },
    text: 'PNG, JPG or PDF up to 10MB',
  },
  'profile-photo': { ...pictureRules, image: { edge: 512, cut: 'square' } },
  'business-logo': { ...pictureRules, image: { edge: 512, cut: 'none' } },
};

export function largestBytes(purpose: UploadPurpose): number {
  return Math.max(...Object.values(purposes[purpose].accepted));
}

const HEIC_TEXT =
  'HEIC photos are not accepted. Please choose a JPG; on an iPhone, Settings → Camera → Formats → Most Compatible takes them so.';

/** Why a file of this media type is refused, with what would be accepted. */
export function wrongKindText(mediaType: string | undefined, { text, refusals }: UploadRules): string {
  const isHeic = mediaType?.startsWith('image/hei') ?? false;
  if (refusals) return isHeic ? `${refusals.wrongKind}. ${HEIC_TEXT}` : refusals.wrongKind;
  return `${isHeic ? HEIC_TEXT : 'This kind of file is not accepted.'} Accepted: ${text}.`;
}

export function tooLargeText({ text, refusals }: UploadRules): string {
  return refusals?.tooLarge ?? `This file is too large. Accepted: ${text}.`;
}

/** What one person may have uploaded without having used it yet. */
export const UNCLAIMED_LIMIT_BYTES = 1024 * MEGABYTE;
/** An upload that has not finished by then is given up. */
export const RECEIVING_PERIOD_MS = DAY;
/** A finished file that became part of nothing, and the record of a refused one, go after this. */
export const UNCLAIMED_PERIOD_MS = 7 * DAY;

export const Upload = z.object({
  id: Id,
  purpose: UploadPurpose,
  state: UploadState,
  /** The content's own type and size in bytes, known once it is ready. */
  contentType: ContentType.nullable(),
  size: z.number().int().nullable(),
  /** Of an image, in pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Why it was refused, for the person who sent it. */
  refusal: z.string().nullable(),
  createdAt: IsoTime,
});
export type Upload = z.infer<typeof Upload>;

/** Where a finished file is read. */
export function fileUrl(id: Id): string {
  return `/api/files/${id}`;
}

/** Every call of the protocol carries `Tus-Resumable: 1.0.0`. */
export const TUS_VERSION = '1.0.0';

export const createUpload = endpoint({
  name: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Begin an upload (tus 1.0): Upload-Length and Upload-Metadata with `purpose`; the last part of Location is its id',
  who: 'signedIn',
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
});

export const appendUpload = endpoint({
  name: 'appendUpload',
  method: 'PATCH',
  path: '/api/uploads/{id}',
  summary: 'Send the next bytes (tus 1.0); with the last of them the content is judged',
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
});

export const findUploadOffset = endpoint({
  name: 'findUploadOffset',
  method: 'HEAD',
  path: '/api/uploads/{id}',
  summary: 'How much has arrived, in Upload-Offset (tus 1.0)',
  who: 'signedIn',
  whose: { object: 'upload', by: ['owner'] },
  params: IdParams,
  refusals: ['upload/protocol', 'upload/not-found', 'upload/wrong-type', 'server/busy'],
});

export const removeUpload = endpoint({
  name: 'removeUpload',
  method: 'DELETE',
  path: '/api/uploads/{id}',
  summary: 'Give an upload up, finished or not (tus 1.0 termination)',
  who: 'signedIn',
  whose: { object: 'upload', by: ['owner'] },
  params: IdParams,
  status: 204,
  refusals: ['upload/protocol', 'upload/not-found', 'upload/claimed', 'server/busy'],
});

/** Its owner always may; who else is decided by the domain that the file has become part of. */
export const readFile = endpoint({
  name: 'readFile',
  method: 'GET',
  path: '/api/files/{id}',
  summary: 'A finished file; takes a Range',
  who: 'anyone',
  whose: {
    object: 'upload',
    by: ['everyone', 'owner', 'marketer', 'advertiser', 'manager', 'viewer', 'admin'],
  },
  params: IdParams,
  refusals: ['upload/not-found'],
});
