import type { DeclaredLimit } from '#kernel/domain.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';

export interface LimitSetting {
  capacity: number;
  refillMilliseconds: number;
  /** Counts the calls about each object separately. */
  isPerObject?: boolean;
  isPerProcess?: boolean;
}

export type DeclaredLimits = Readonly<Record<string, DeclaredLimit>>;
export type LimitSettings = Readonly<Record<string, LimitSetting>>;

const units = new Map([
  ['s', SECOND],
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
]);
// Four digits each keep capacity × milliseconds below the largest safe integer, which bucket.ts relies on.
const pattern = /^([1-9]\d{0,3})\/([1-9]\d{0,3})([smhd])$/;

/** '5/1h' is five at once, refilled within an hour. Null for any other format. */
export function parseLimit(text: string): LimitSetting | null {
  const [, capacity, amount, unit] = pattern.exec(text) ?? [];
  const unitMilliseconds = units.get(unit ?? '');
  if (unitMilliseconds === undefined) return null;
  return { capacity: Number(capacity), refillMilliseconds: Number(amount) * unitMilliseconds };
}

/**
 * `changes` is the LIMITS setting, such as 'sign-in=100/1h,upload=50/1h'. Throws a RangeError that lists every invalid
 * part.
 */
export function parseLimitSettings(declared: DeclaredLimits, changes = ''): LimitSettings | 'off' {
  if (changes.trim() === 'off') return 'off';
  const settings: Record<string, LimitSetting> = {};
  const wrong: string[] = [];
  for (const [name, limit] of Object.entries(declared)) {
    const setting = parseLimit(typeof limit === 'string' ? limit : limit.rate);
    if (!setting) throw new Error(`the limit ${name} is declared with an invalid rate`);
    const { perObject = false, perProcess = false } = typeof limit === 'string' ? {} : limit;
    settings[name] = { ...setting, isPerObject: perObject, isPerProcess: perProcess };
  }
  for (const part of changes
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name = '', text = ''] = part.split('=');
    const present = Object.hasOwn(settings, name) ? settings[name] : undefined;
    const changed = parseLimit(text);
    if (present && changed) settings[name] = { ...present, ...changed };
    else wrong.push(part);
  }
  if (wrong.length > 0) throw new RangeError(explain(wrong, Object.keys(declared)));
  return settings;
}

function explain(wrong: readonly string[], names: readonly string[]): string {
  const parts = wrong.map((part) => `"${part}"`).join(', ');
  return `LIMITS has invalid parts: ${parts}. Use name=count/time with the time in s, m, h or d. Names: ${names.join(', ')}`;
}
