import { MESSAGES_KEPT_MONTHS, type MessageSide, WRITE_AFTER_END_MS } from '#messages/contract.ts';

export interface EndFacts {
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  decidedAt: Date | null;
  campaignCompletedAt: Date | null;
}

/** Returns when the application ended: with the decision against it, or with its campaign. */
export function getEnd({ status, decidedAt, campaignCompletedAt }: EndFacts): Date | null {
  return status === 'rejected' || status === 'withdrawn' ? decidedAt : campaignCompletedAt;
}

export function isClosed(
  { endedAt, hasOpenDispute }: { endedAt: Date | null; hasOpenDispute: boolean },
  now: Date,
): boolean {
  return !hasOpenDispute && endedAt !== null && now.getTime() - endedAt.getTime() >= WRITE_AFTER_END_MS;
}

/** Returns the time of which an application must have ended before its messages are deleted. */
export function keptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - MESSAGES_KEPT_MONTHS);
  return since;
}

/** Identifies a wait: the conversation, the side that has not read it, and since when. */
export const toUnreadRef = (applicationId: string, side: MessageSide, since: Date | null) =>
  `${applicationId}:${side}:${since?.toISOString() ?? ''}`;
