import { SECOND } from '#kernel/time.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';

export interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'failed';
  /** Says what was found, and unless all is well, what to do. */
  text: string;
}

export const ok = (check: string, text: string): Finding => ({ check, level: 'ok', text });
export const warning = (check: string, text: string): Finding => ({ check, level: 'warning', text });
export const failed = (check: string, text: string): Finding => ({ check, level: 'failed', text });

/** Returns the failure in one line. */
export function describeFailure(error: unknown): string {
  const explained = explainStartFailure(error);
  return (explained instanceof Error ? explained.message : String(explained)).replaceAll(/\s*\n\s*/g, ' ');
}

/** For one check. Longer than the drivers' own limits of 10 seconds, because their errors say more. */
export const LIMIT_MS = 12 * SECOND;
