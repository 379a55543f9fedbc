import type { PostCheck } from '#proofs/post-contract.ts';
import type { PostCheckRow } from '../tables.ts';

export function toPostCheck(row: PostCheckRow): PostCheck {
  const { reason, state, looker, dueAt, checkedAt, checkedBy } = row;
  return {
    reason,
    state,
    looker,
    dueAt: dueAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    checkedBy: checkedAt === null ? null : checkedBy === null ? 'server' : 'business',
    seen: toSeen(row),
  };
}

export function toSeen({ seen, seenAt }: Pick<PostCheckRow, 'seen' | 'seenAt'>): PostCheck['seen'] {
  return seen && seenAt && { what: seen, at: seenAt.toISOString() };
}
