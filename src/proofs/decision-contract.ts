import { z } from 'zod';
import { type Message, msg, problem, t } from '#kernel/text.ts';
import { HOUR, IsoTime } from '#kernel/time.ts';

/** How much of what the campaign asked for a proof shows (decision 38.1). */
export const ProofStrength = z.enum(['weak', 'ordinary', 'strong']);
export type ProofStrength = z.infer<typeof ProofStrength>;

/** From this share of the campaign's minutes inside its area, a proof can be strong. */
export const STRONG_FROM = 0.8;

/** Why an advertiser rejects a proof. */
export const rejectReasons = [
  'wrong-place',
  'wrong-clothing',
  'too-short',
  'unclear-photo',
  'wrong-post',
  'other-person',
  'other',
] as const;
export const RejectReason = z.enum(rejectReasons);
export type RejectReason = z.infer<typeof RejectReason>;

/** Both sides read these, on screens, in emails and in messages. */
export const rejectReasonLabels: Readonly<Record<RejectReason, Message>> = {
  'wrong-place': msg('Not at the place'),
  'wrong-clothing': msg('Wrong clothing or kit'),
  'too-short': msg('Too short'),
  'unclear-photo': msg('Photo unclear, or doesn’t show it'),
  'wrong-post': msg('Wrong post, or not marked as an ad'),
  'other-person': msg('Not the same person'),
  other: msg('Other'),
};

export const DEFAULT_REJECTION = msg('Rejected by advertiser');
export const AGREED_REJECTION = msg('Both sides agreed that nothing is paid.');

const platformNotes = [...Object.values(rejectReasonLabels), DEFAULT_REJECTION, AGREED_REJECTION];

/** The platform stores its own notes in English. Users' words stay as they are. */
export function formatReviewNotes(notes: string): string {
  const own = platformNotes.find(({ text }) => text === notes);
  return own ? t(own) : notes;
}

export const ProofDecision = z
  .strictObject({
    status: z.enum(['approved', 'rejected']),
    /** The review page requires it for a rejection. API calls may omit it. */
    reason: RejectReason.optional(),
    reviewNotes: z.string().trim().max(2000).optional(),
    disclosureSeen: z.boolean().optional(),
    /** If the strength has changed since, for example by a new sign, the approval is refused. */
    seenStrength: ProofStrength.optional(),
    /**
     * The `amendment.amendedAt` that the user saw, or null. If files were sent again since, the decision is refused.
     */
    seenAmendedAt: IsoTime.nullable().optional(),
  })
  .refine(({ reason, reviewNotes }) => reason !== 'other' || Boolean(reviewNotes), {
    path: ['reviewNotes'],
    ...problem('Enter what is wrong'),
  })
  .refine(({ status, reason }) => status === 'rejected' || reason === undefined, {
    path: ['reason'],
    ...problem('Only a rejection has a reason'),
  });
export type ProofDecision = z.infer<typeof ProofDecision>;

export const AMENDMENT_PERIOD_MS = 72 * HOUR;

/** An advertiser may ask for better files of a pending proof once (decision 60). */
export const ProofAmendment = z.object({
  askedAt: IsoTime,
  reasons: z.array(RejectReason),
  note: z.string(),
  dueAt: IsoTime,
  /** Then the proof is not rejected, and silence does not approve it. */
  isOpen: z.boolean(),
  amendedAt: IsoTime.nullable(),
  answer: z.string().nullable(),
  /** The first post's address, if a new one replaced it. */
  firstPostUrl: z.string().nullable(),
});
export type ProofAmendment = z.infer<typeof ProofAmendment>;

/** 'Other' says nothing next to a note. */
export function formatReasons(reasons: readonly RejectReason[], separator = '; '): string {
  return reasons
    .filter((reason) => reason !== 'other')
    .map((reason) => t(rejectReasonLabels[reason]))
    .join(separator);
}

/** In English. `readStoredReasons` makes them a text for the reader. */
export function toStoredReasons(reasons: readonly RejectReason[]): string {
  return reasons
    .filter((reason) => reason !== 'other')
    .map((reason) => rejectReasonLabels[reason].text)
    .join('; ');
}

export function readStoredReasons(stored: string): string {
  return stored.split('; ').map(formatReviewNotes).join('; ');
}

export function formatRejection({
  reason,
  notes,
}: {
  reason: RejectReason | null;
  notes: string | null;
}): string {
  if (reason === null || reason === 'other') return formatReviewNotes(notes ?? '');
  const label = rejectReasonLabels[reason];
  return notes && notes !== label.text ? `${t(label)}. ${notes}` : t(label);
}
