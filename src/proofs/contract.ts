import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { problem } from '#kernel/text.ts';
import { HOUR, IsoTime } from '#kernel/time.ts';
import { PaymentState } from '#payments/contract.ts';
import { TipState } from '#payments/tip-contract.ts';
import { CountedSession, Presence } from '#tracking/contract.ts';
import { ProofAmendment, ProofDecision, ProofStrength, RejectReason } from './decision-contract.ts';
import { endpoint } from './domain.ts';
import { Capture, MediaSign } from './media-contract.ts';
import { PostCheck } from './post-contract.ts';
import { PostUrl } from './post-url-contract.ts';
import { ProofSpotCheck } from './spot-check-contract.ts';

export const proofProcess = defineProcess({
  states: ['pending', 'approved', 'rejected'],
  initial: 'pending',
  actors: ['advertiser', 'platform', 'admin'],
  transitions: {
    approve: {
      from: ['pending'],
      to: 'approved',
      by: ['advertiser', 'platform', 'admin'],
      why: 'The advertiser is satisfied, or has not answered in time; the pay leaves the escrow. Administrators decide weak proofs that the advertiser has not.',
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      by: ['advertiser', 'admin'],
      why: 'The advertiser, or for a weak proof an administrator, says what is missing.',
    },
    uphold: {
      from: ['rejected'],
      to: 'approved',
      by: ['platform'],
      why: 'The marketer disputed the rejection, and the dispute awarded at least a part of the pay.',
    },
    overrule: {
      from: ['approved'],
      to: 'rejected',
      by: ['platform'],
      why: 'The advertiser disputed the approval, and the dispute gave all of the pay back.',
    },
  },
});

export const ProofState = z.enum(['pending', 'approved', 'rejected']);
export type ProofState = z.infer<typeof ProofState>;

/** Proofs are approved automatically after this period, except weak ones: an admin decides them (decision 38). */
export const REVIEW_PERIOD_MS: Readonly<Record<ProofStrength, number>> = {
  weak: 72 * HOUR,
  ordinary: 72 * HOUR,
  strong: 24 * HOUR,
};
/** After a rejection, one new proof is allowed (decision 19.2). */
export const MAX_PROOFS = 2;

export const MediaKind = z.enum(['selfie', 'photo', 'video', 'screenshot']);
export type MediaKind = z.infer<typeof MediaKind>;

export const ProofDispute = z.object({
  id: Id,
  isOpen: z.boolean(),
  openedAt: IsoTime,
});
export type ProofDispute = z.infer<typeof ProofDispute>;

export const ProofMedia = z.object({
  uploadId: Id,
  kind: MediaKind,
  contentType: z.string(),
  /** The URL of the file; only the marketer, the advertiser and admins may read it. */
  url: z.string(),
  /** A small JPEG, or null for videos and for files of earlier releases. */
  thumbnailUrl: z.string().nullable(),
  /** When the page took it with the camera; null if it was chosen from files. */
  takenAt: IsoTime.nullable(),
  /** Of a video whose length could be measured. */
  durationSeconds: z.number().int().nullable(),
  isSentAgain: z.boolean(),
});
export type ProofMedia = z.infer<typeof ProofMedia>;

export const Proof = z.object({
  id: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  /** Of the campaign's place, null without one. */
  timeZone: z.string().nullable(),
  marketerName: z.string(),
  marketerImage: z.string().nullable(),
  isMarketerDeleted: z.boolean(),
  status: ProofState,
  location: z.object({ address: z.string() }),
  /** Minutes of the session, or of the campaign if there was no session. */
  duration: z.number(),
  submittedAt: IsoTime,
  strength: ProofStrength,
  /** Silence approves the proof then. A weak proof goes to an admin instead. */
  reviewDueAt: IsoTime,
  decidedAt: IsoTime.nullable(),
  reviewNotes: z.string().nullable(),
  rejectReason: RejectReason.nullable(),
  note: z.string().nullable(),
  /** What the marketer says about the unusual signs. The reviewer reads it. */
  signsAnswer: z.string().nullable(),
  postUrl: z.string().nullable(),
  /** What the marketer says. Null if it was not asked. */
  isAdDisclosed: z.boolean().nullable(),
  /** The confirmed account that the link shows, or null if it shows none. */
  postHandle: z.string().nullable(),
  postChecks: z.array(PostCheck),
  sessionId: Id.nullable(),
  presence: Presence.nullable(),
  /** All sessions that the presence sums up, oldest first. */
  sessions: z.array(CountedSession),
  spotChecks: z.array(ProofSpotCheck),
  media: z.array(ProofMedia),
  replacedMedia: z.array(ProofMedia),
  amendment: ProofAmendment.nullable(),
  /** Of the files and the post. Those of the positions are in `presence`. */
  signs: z.array(MediaSign),
  /** What an approval pays the marketer, a decimal string. */
  payRate: z.string(),
  /** The advertiser disputes the campaign's payment at the wallet, or got it back: they owe what the escrow lacks. */
  isPaymentDisputed: z.boolean(),
  /** Null before an approval. */
  payment: PaymentState.nullable(),
  /** Less than payRate if a dispute awarded a part. Null before an approval. */
  paidAmount: z.string().nullable(),
  /** The marketer sees it once it is paid. */
  tip: z.object({ amount: z.string(), state: TipState }).nullable(),
  /**
   * The largest tip that the viewer may give, and until when. Null if they may not. `owes`: they first pay what they
   * owe after a dispute at the wallet.
   */
  tippable: z.object({ most: z.string(), until: IsoTime, owes: z.boolean() }).nullable(),
  /** Null unless the viewer is one of its sides. */
  threadId: Id.nullable(),
  dispute: ProofDispute.nullable(),
  /** Null if the viewer may not dispute the decision. */
  disputableUntil: IsoTime.nullable(),
  can: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    /** False if the marketer disputed the rejection (decision 19.2). */
    resend: z.boolean(),
    answerSigns: z.boolean(),
    askAgain: z.boolean(),
    sendAgain: z.boolean(),
  }),
});
export type Proof = z.infer<typeof Proof>;

export const DecidedProof = Proof.pick({
  id: true,
  campaignId: true,
  status: true,
  decidedAt: true,
  reviewNotes: true,
  rejectReason: true,
});
export type DecidedProof = z.infer<typeof DecidedProof>;

export const NewProof = z.strictObject({
  campaignId: Id,
  /** Another user may have signed in to the browser since the form was filled in. */
  marketerId: Id.optional(),
  sessionId: Id.optional(),
  postUrl: PostUrl.optional(),
  note: z.string().trim().max(2000).optional(),
  isAdDisclosed: z.boolean().optional(),
  media: z
    .array(z.strictObject({ uploadId: Id, kind: MediaKind, capture: Capture.optional() }))
    .max(10, 'Add at most 10 files')
    .default([]),
  /** If the form is sent again with the same key, the server returns the proof that it created. */
  submissionKey: z
    .string()
    .regex(/^[\w-]{16,64}$/, problem('Use 16 to 64 letters and digits'))
    .optional(),
});

export const submitProof = endpoint({
  name: 'submitProof',
  method: 'POST',
  path: '/api/proofs',
  summary: 'Send proof of the work: photos or video, a post’s address, a note',
  who: ['marketer'],
  whose: {
    object: 'campaign',
    by: ['marketer'],
    at: 'body.campaignId',
    strangers: 'proof/not-approved',
  },
  body: NewProof,
  response: Proof,
  status: 201,
  limit: 'apply',
  refusals: [
    'campaign/not-found',
    'proof/not-approved',
    'proof/other-user',
    'proof/exists',
    'proof/used-up',
    'proof/disputed',
    'proof/too-early',
    'proof/too-late',
    'proof/missing-media',
    'proof/files-not-allowed',
    'proof/wrong-platform',
    'proof/other-account',
    'proof/missing-presence',
    'proof/session-running',
    'session/not-found',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
  vital: true,
});

export const listProofs = endpoint({
  name: 'listProofs',
  method: 'GET',
  path: '/api/proofs',
  scope: 'proofs:read',
  summary:
    'A marketer’s own proofs, or those of an advertiser’s campaigns; newest first, at most 100 at once, and the Link header names the next ones',
  who: ['marketer', 'advertiser'],
  whose: {
    object: 'campaign',
    by: ['marketer', 'advertiser', 'manager', 'viewer'],
    at: 'query.campaignId',
    others: 'nothing',
  },
  query: PageQuery.extend({
    campaignId: Id.optional(),
    status: ProofState.optional(),
    limit: PageQuery.shape.limit.unwrap().default(100),
  }),
  response: z.array(Proof),
});

export const getProof = endpoint({
  name: 'getProof',
  method: 'GET',
  path: '/api/proofs/{id}',
  scope: 'proofs:read',
  summary: 'One proof',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'proof', by: ['marketer', 'advertiser', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: Proof,
  refusals: ['proof/not-found'],
});

export const answerSigns = endpoint({
  name: 'answerSigns',
  method: 'PUT',
  path: '/api/proofs/{id}/answer',
  summary: 'Say something about the unusual signs of my proof before it is decided. Replaces the last answer',
  who: ['marketer'],
  whose: { object: 'proof', by: ['marketer'] },
  params: IdParams,
  body: z.strictObject({ text: z.string().trim().min(1, problem('Enter your answer')).max(1000) }),
  response: Proof,
  refusals: ['proof/not-found', 'proof/decided', 'proof/no-signs'],
});

export const decideProof = endpoint({
  name: 'decideProof',
  method: 'PUT',
  path: '/api/proofs/{id}',
  summary: 'Approve and pay, or reject; the same decision again changes nothing, the opposite one is 409',
  who: ['advertiser'],
  whose: { object: 'proof', by: ['advertiser', 'manager'] },
  params: IdParams,
  body: ProofDecision,
  response: DecidedProof,
  refusals: [
    'proof/not-found',
    'team/not-allowed',
    'proof/decided',
    'proof/changed',
    'proof/waiting',
    'payment/escrow-short',
  ],
  vital: true,
});
