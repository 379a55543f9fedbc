import type { LimitName } from '#kernel/endpoint.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

/**
 * A token bucket: allows `capacity` calls at once, refills evenly, and is full again after
 * `refillMilliseconds`. Both are whole numbers.
 */
export interface LimitSetting {
  capacity: number;
  refillMilliseconds: number;
}

export type LimitSettings = Readonly<Record<LimitName, LimitSetting>>;

/**
 * In the format of the LIMITS setting: '20/100s' allows 20 at once, then refills 20 in 100 seconds, so one
 * every 5.
 */
const defaults: Record<LimitName, string> = {
  // Requested emails, per network address and per recipient (decision 22.3).
  'sign-in': '20/1h',
  'sign-in-address': '5/1h',
  // Attempts with a code or link, per network address. Every code also expires after five wrong attempts.
  'sign-in-code': '30/10m',
  // Per email address of the account.
  'type-change': '3/1h',
  resend: '1/60s',
  payment: '10/1m',
  apply: '20/1m',
  // Per session. A batch counts once (decision 22.3).
  location: '20/100s',
  // Per campaign and viewer. Without a stream, a screen polls positions and sessions every 10 seconds, so 6
  // times in 30 seconds. Times four, because the user may have the campaign open twice on a desktop, on a
  // phone, and in a tab that was just reloaded.
  live: '24/30s',
  // Per campaign and viewer. After a server restart, all tabs that an account may keep open reconnect at
  // once.
  'live-stream': '20/1m',
  // Per campaign and viewer, separate from the polls. A screen loads it once, but each response aggregates
  // the whole campaign.
  heat: '12/1m',
  upload: '20/1h',
  // The user's own documents. Every view is written to the audit log, which never shrinks.
  document: '60/1h',
  // Per network address, before the signature is checked. Each one makes us call the wallet, which has its
  // own rate limit and resends.
  webhook: '300/1m',
  // Each change sends mail to an address that the caller chooses.
  'wallet-email': '10/1h',
  // Social accounts that a user declares or submits. Each one needs a review by an admin.
  social: '20/1h',
  // Exports all data of a user: reads every table and mails a notice.
  export: '5/1h',
  // Invitations that one advertiser sends, and invitations to one address from any advertiser.
  invitation: '20/1h',
  'invitation-address': '5/1h',
  'invitation-answer': '30/10m',
  'public-read': '240/1m',
};

// Object.keys returns string[]. The type of `defaults` guarantees that its keys are LimitName.
const limitNames = Object.keys(defaults) as LimitName[];

const units = new Map([
  ['s', SECOND],
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
]);
// Four digits each keep capacity × milliseconds below the largest safe integer, which limits.ts relies on.
const pattern = /^([1-9]\d{0,3})\/([1-9]\d{0,3})([smhd])$/;

/** Parses '5/1h' as five at once, refilled within an hour. Returns null for any other format. */
export function parseLimit(text: string): LimitSetting | null {
  const [, capacity, amount, unit] = pattern.exec(text) ?? [];
  const unitMilliseconds = units.get(unit ?? '');
  if (unitMilliseconds === undefined) return null;
  return { capacity: Number(capacity), refillMilliseconds: Number(amount) * unitMilliseconds };
}

/**
 * Returns the default limits with the changes from the LIMITS setting ('sign-in=100/1h,upload=50/1h'), or
 * 'off'. Throws a RangeError that lists every invalid part.
 */
export function parseLimitSettings(changes = ''): LimitSettings | 'off' {
  if (changes.trim() === 'off') return 'off';
  const texts: Record<LimitName, string> = { ...defaults };
  const wrong: string[] = [];
  for (const part of changes
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name, text = ''] = part.split('=');
    const known = limitNames.find((limit) => limit === name);
    if (known && parseLimit(text)) texts[known] = text;
    else wrong.push(part);
  }
  if (wrong.length > 0) throw new RangeError(explain(wrong));
  // fromEntries loses the key type. The entries are made from limitNames, and every text was parsed above.
  return Object.fromEntries(limitNames.map((name) => [name, parseLimit(texts[name])])) as LimitSettings;
}

function explain(wrong: readonly string[]): string {
  const parts = wrong.map((part) => `"${part}"`).join(', ');
  return `LIMITS has invalid parts: ${parts}. Use name=count/time with the time in s, m, h or d. Names: ${limitNames.join(', ')}`;
}
