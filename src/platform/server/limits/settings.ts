import type { LimitName } from '#kernel/endpoint.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

/** A token bucket: so many at once, refilled evenly, full again after `refillMilliseconds`. Both are whole numbers. */
export interface LimitSetting {
  capacity: number;
  refillMilliseconds: number;
}

export type LimitSettings = Readonly<Record<LimitName, LimitSetting>>;

/** As an operator writes them: '20/100s' is 20 at once and, after that, 20 in 100 seconds, one every 5. */
const defaults: Record<LimitName, string> = {
  // Mails asked for: by network address, and by the email address that they go to (decisions.md 12.3).
  'sign-in': '20/1h',
  'sign-in-address': '5/1h',
  // Codes and links tried, by network address; every code also ends by itself after five wrong tries.
  'sign-in-code': '30/10m',
  // Asked for by the address of the account.
  'type-change': '3/1h',
  resend: '1/60s',
  payment: '10/1m',
  apply: '20/1m',
  // By session; a batch counts once (decisions.md 12.3).
  location: '20/100s',
  // By campaign and viewer. A screen without a stream asks for positions and sessions together every 10 seconds, 6 in 30; four of
  // them, because one person has a campaign open twice at the desk, on the phone, and a tab that was just loaded anew.
  live: '24/30s',
  // The same: every tab that an account may keep open comes back at once after the server has stopped.
  'live-stream': '20/1m',
  // By campaign and viewer, apart from the polls: a screen asks once when it is opened, and each answer sums up the whole campaign.
  heat: '12/1m',
  upload: '20/1h',
  // One's own documents; each look is written into the audit log, which never shrinks.
  document: '60/1h',
  // By network address, before its signature is known: each makes us ask the wallet, who limits us too and sends again.
  webhook: '300/1m',
  // Each change mails any address that the caller names.
  'wallet-email': '10/1h',
  // Accounts on platforms named or handed in: each makes an administrator look.
  social: '20/1h',
  // Everything about somebody in one file: reads every table, and mails a notice.
  export: '5/1h',
  // Mails asked for by one advertiser, and mails to one address, whoever asks for them.
  invitation: '20/1h',
  'invitation-address': '5/1h',
  'invitation-answer': '30/10m',
  'public-read': '240/1m',
};

// Object.keys widens to string[]; the keys of `defaults` are LimitName by its type.
const limitNames = Object.keys(defaults) as LimitName[];

const units = new Map([
  ['s', SECOND],
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
]);
// Four digits each keep capacity × milliseconds below the largest safe integer, in which limits.ts counts.
const pattern = /^([1-9]\d{0,3})\/([1-9]\d{0,3})([smhd])$/;

/** '5/1h' → five at once, refilled within an hour. Null for any other form. */
export function parseLimit(text: string): LimitSetting | null {
  const [, capacity, amount, unit] = pattern.exec(text) ?? [];
  const unitMilliseconds = units.get(unit ?? '');
  if (unitMilliseconds === undefined) return null;
  return { capacity: Number(capacity), refillMilliseconds: Number(amount) * unitMilliseconds };
}

/**
 * The limits in force: the defaults, changed by the setting LIMITS ('sign-in=100/1h,upload=50/1h'), or 'off'.
 * Throws a RangeError that names every part it cannot read.
 */
export function limitSettings(changes = ''): LimitSettings | 'off' {
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
  // fromEntries forgets the key's type; the entries are made from limitNames, and every text was parsed above.
  return Object.fromEntries(limitNames.map((name) => [name, parseLimit(texts[name])])) as LimitSettings;
}

function explain(wrong: readonly string[]): string {
  const parts = wrong.map((part) => `"${part}"`).join(', ');
  return `LIMITS cannot be read at ${parts}: write name=count/time, time in s, m, h or d; names: ${limitNames.join(', ')}`;
}
