import type { Books } from './books.ts';
import type { Ids } from '../ids.ts';
import type { AccountRecord } from './records.ts';

export type Account = AccountRecord & { merchantEmail: string; buyerEmail: string };

const emails = {
  merchantEmail: 'merchant@wallet-simulator.example',
  buyerEmail: 'buyer@wallet-simulator.example',
};

export function openAccount(books: Books, ids: Ids): Account {
  const known = books.accounts.get('account');
  if (known) return { ...known, ...emails };
  const record: AccountRecord = { id: 'account', merchantId: ids.account(), buyerId: ids.account() };
  books.write([{ table: 'accounts', record }]);
  return { ...record, ...emails };
}
