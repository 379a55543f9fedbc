export interface Random {
  uuid(): string;
  hex(bytes: number): string;
  /** 0 <= n < limit. */
  below(limit: number): number;
}

export type Ids = {
  /** Orders, captures, refunds, transactions: 17 characters. */
  object(): string;
  /** Accounts, payout batches and payout items: 13 characters that cannot be confused with each other. */
  account(): string;
  dispute(): string;
  event(): string;
  debug(): string;
  secret(): string;
  uuid(): string;
};

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const objectAlphabet = digits + letters;
const accountAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function createIds(random: Random): Ids {
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  return {
    object: () => text(objectAlphabet, 17),
    account: () => text(accountAlphabet, 13),
    dispute: () => `PP-R-${text(letters, 3)}-${text(digits, 8)}`,
    event: () => `WH-${text(objectAlphabet, 17)}-${text(objectAlphabet, 17)}`,
    debug: () => random.hex(7).slice(0, 13),
    secret: () => random.hex(32),
    uuid: () => random.uuid(),
  };
}
