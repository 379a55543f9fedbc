import type { Clock } from '#kernel/time.ts';

import type { Books } from './books.ts';
import { createSigningKey } from './certificate.ts';
import type { Ids } from './ids.ts';
import type { AccountRecord } from './records.ts';

export type Account = AccountRecord & { merchantEmail: string; buyerEmail: string };

const emails = {
  merchantEmail: 'merchant@wallet-simulator.example',
  buyerEmail: 'buyer@wallet-simulator.example',
};

/** The account in the books, or a new one: certificates handed out earlier stay valid over restarts. */
export async function openAccount(books: Books, ids: Ids, clock: Clock): Promise<Account> {
  const known = books.accounts.get('account');
  if (known) return { ...known, ...emails };

  const key = await createSigningKey('messageverificationcerts.wallet-simulator', clock.now());
  const record: AccountRecord = {
    id: 'account',
    merchantId: ids.account(),
    buyerId: ids.account(),
    certificateId: `CERT-${ids.uuid()}`,
    ...key,
  };
  books.write([{ table: 'accounts', record }]);
  await books.settled();
  return { ...record, ...emails };
}
