import type { CampaignFormInput } from '#campaigns/form-contract.ts';

export interface CampaignPlan {
  owner: string;
  form: Partial<CampaignFormInput> & { title: string; company: string };
  createdAt: Date;
  startsAt: Date;
  ends?: 'incomplete-draft' | 'complete-draft';
  crew: readonly Part[];
}

export interface Part {
  who: string;
  decision?: 'approved' | 'rejected';
  reason?: string;
  /** What the marketer writes when applying. */
  note?: string;
  work?: Work;
}

export interface Work {
  sentAt?: Date;
  verdict?: 'approved' | 'rejected';
  decidedAt?: Date;
  notes?: string;
  /** What the advertiser gives on top of the pay, in dollars. */
  tip?: string;
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
