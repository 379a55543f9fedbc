import type { CampaignFormInput } from '#campaigns/form-contract.ts';

/** What happens to one campaign of the demo world. */
export interface CampaignPlan {
  /** Key of the advertiser. */
  owner: string;
  /** The form without what every plan has in common; the title is its key. */
  form: Partial<CampaignFormInput> & { title: string; company: string };
  createdAt: Date;
  startsAt: Date;
  /** A draft is never paid for. */
  ends?: 'incomplete-draft' | 'complete-draft';
  crew: readonly Part[];
}

/** What one marketer has to do with a campaign. Times that are left out follow from the campaign's. */
export interface Part {
  /** Key of the marketer. */
  who: string;
  decision?: 'approved' | 'rejected';
  /** Told with the decision. */
  reason?: string;
  work?: Work;
}

export interface Work {
  sentAt?: Date;
  /** None: nobody has decided yet, or silence does. */
  verdict?: 'approved' | 'rejected';
  decidedAt?: Date;
  notes?: string;
}

export const applied = (who: string): Part => ({ who });
export const approved = (who: string): Part => ({ who, decision: 'approved' });
export const declined = (who: string, reason: string): Part => ({ who, decision: 'rejected', reason });
/** Did the work, and the advertiser approved it. */
export const paid = (who: string, times: Pick<Work, 'sentAt' | 'decidedAt'> = {}): Part => ({
  who,
  decision: 'approved',
  work: { ...times, verdict: 'approved' },
});
/** Sent proof that nobody has decided about; after 72 hours silence approves it. */
export const sent = (who: string, sentAt: Date): Part => ({ who, decision: 'approved', work: { sentAt } });
export const refused = (who: string, work: Work): Part => ({
  who,
  decision: 'approved',
  work: { ...work, verdict: 'rejected' },
});
