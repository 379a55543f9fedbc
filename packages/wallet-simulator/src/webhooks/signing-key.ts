import type { Clock } from '../time.ts';

import type { Books } from '../books/books.ts';
import { createSigningKey } from './certificate.ts';
import type { Ids } from '../ids.ts';
import type { SigningKeyRecord } from '../books/records.ts';

export type SigningKey = { get(): Promise<SigningKeyRecord> };

/**
 * Stored in the books, so that a published certificate stays valid after a restart. Created on first use, because
 * creating it noticeably delays the start.
 */
export function signingKeyIn(books: Books, ids: Ids, clock: Clock): SigningKey {
  let underway: Promise<SigningKeyRecord> | undefined;

  async function make(): Promise<SigningKeyRecord> {
    const key = await createSigningKey('messageverificationcerts.wallet-simulator', clock.now());
    const record: SigningKeyRecord = { id: 'key', certificateId: `CERT-${ids.uuid()}`, ...key };
    books.write([{ table: 'signingKeys', record }]);
    await books.flushed();
    return record;
  }

  return {
    async get() {
      const known = books.signingKeys.get('key');
      if (known) return known;
      underway ??= make();
      return underway;
    },
  };
}
