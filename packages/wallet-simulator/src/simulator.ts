import type { Cents } from './money.ts';
import type { Clock } from './time.ts';

import type { Account } from './books/account.ts';
import type { Books, Change } from './books/books.ts';
import type { FaultMaker } from './control/faults.ts';
import type { Ids } from './ids.ts';
import type { MoveReason } from './books/records.ts';
import type { SigningKey } from './webhooks/signing-key.ts';

export type Simulator = {
  books: Books;
  clock: Clock;
  ids: Ids;
  account: Account;
  signingKey: SigningKey;
  publicUrl: () => string;
  webhookUrl: () => string | undefined;
  webhookId: string;
  settleDelayMs: number;
  bankLimitCents: Cents;
  faults: FaultMaker;
  outcomes: { captures: 'COMPLETED' | 'PENDING'; refunds: 'COMPLETED' | 'PENDING' };
};

export function isoNow(simulator: Simulator): string {
  return simulator.clock.now().toISOString();
}

export function move(simulator: Simulator, amountCents: Cents, reason: MoveReason, objectId: string): Change {
  const record = { id: simulator.ids.object(), at: isoNow(simulator), amountCents, reason, objectId };
  return { table: 'moves', record };
}
