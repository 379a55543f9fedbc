import { MESSAGES_KEPT_MONTHS, type MessageSide, WRITE_AFTER_END_MS } from '#messages/contract.ts';

export interface EndFacts {
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  decidedAt: Date | null;
  campaignCompletedAt: Date | null;
}

export function getEnd({ status, decidedAt, campaignCompletedAt }: EndFacts): Date | null {
  return status === 'rejected' || status === 'withdrawn' ? decidedAt : campaignCompletedAt;
}

export function isClosed(
  { endedAt, hasOpenDispute }: { endedAt: Date | null; hasOpenDispute: boolean },
  now: Date,
): boolean {
  return !hasOpenDispute && endedAt !== null && now.getTime() - endedAt.getTime() >= WRITE_AFTER_END_MS;
}

export function keptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - MESSAGES_KEPT_MONTHS);
  return since;
}

export const toUnreadRef = (applicationId: string, side: MessageSide, since: Date | null) =>
  `${applicationId}:${side}:${since?.toISOString() ?? ''}`;
