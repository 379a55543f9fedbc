import type { CampaignFormInput } from '#campaigns/form-contract.ts';

export interface CampaignPlan {
  /** Key of the advertiser. */
  owner: string;
  /** The form, without the fields that all plans share. The title is the campaign's key. */
  form: Partial<CampaignFormInput> & { title: string; company: string };
  createdAt: Date;
  startsAt: Date;
  /** If set, the campaign stays an unpaid draft. */
  ends?: 'incomplete-draft' | 'complete-draft';
  crew: readonly Part[];
}

/** One marketer's part in a campaign. Missing times are derived from the campaign's. */
export interface Part {
  /** Key of the marketer. */
  who: string;
  decision?: 'approved' | 'rejected';
  reason?: string;
  /** What the marketer writes when applying. */
  note?: string;
  work?: Work;
}

export interface Work {
  sentAt?: Date;
  /** If absent, there is no decision yet, or the proof is approved automatically. */
  verdict?: 'approved' | 'rejected';
  decidedAt?: Date;
  notes?: string;
  /** What the advertiser gives on top of the pay, in dollars. */
  tip?: string;
  /** After how many minutes the marketer leaves the place, if before the end. */
  leavesAfter?: number;
  /** When and why the marketer disputes the rejection. */
  dispute?: { at: Date; reason: string };
}

export const applied = (who: string, note = ''): Part => ({ who, note });
export const approved = (who: string): Part => ({ who, decision: 'approved' });
export const applicationRejected = (who: string, reason: string): Part => ({
  who,
  decision: 'rejected',
  reason,
});
/** The marketer did the work, and the advertiser approved the proof. */
export const paid = (who: string, times: Pick<Work, 'sentAt' | 'decidedAt' | 'tip'> = {}): Part => ({
  who,
  decision: 'approved',
  work: { ...times, verdict: 'approved' },
});
/** The proof has no decision. It is approved automatically after 72 hours. */
export const submitted = (who: string, sentAt: Date): Part => ({
  who,
  decision: 'approved',
  work: { sentAt },
});
export const proofRejected = (who: string, work: Work): Part => ({
  who,
  decision: 'approved',
  work: { ...work, verdict: 'rejected' },
});
