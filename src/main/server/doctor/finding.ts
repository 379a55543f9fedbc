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

const LIMIT_MS = 10 * SECOND;

/** Rejects if the work takes longer than ten seconds. The work continues. */
export async function withinLimit<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS / SECOND} seconds`)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
