import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { MIN_TIP_CENTS } from '../../tip-contract.ts';
import type { Deps } from '../ports.ts';
import { owesAfterDispute } from '../shortfalls/shortfall-store.ts';
import { getTip } from './tip-store.ts';

export async function checkTip(
  tx: Tx,
  deps: Deps,
  { tipId, amountCents }: { tipId: Id; amountCents: Cents },
): Promise<Refusal | null> {
  const { proofId, payerId, mostCents } = await getTip(tx, tipId);
  const refusal = await deps.ports.checkTipDue(tx, { proofId, isCaptured: false });
  if (refusal) return refusal;
  if (amountCents < MIN_TIP_CENTS || amountCents > mostCents) return refuse('payment/tip-amount');
  return (await owesAfterDispute(tx, payerId)) ? refuse('payment/shortfall-owed') : null;
}
