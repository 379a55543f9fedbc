import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Db } from '../db/open-database.ts';
import { safeMessage } from '../log/redact.ts';
import type { Logger } from '../log/log.ts';

export interface WorkerDeps {
  db: Db;
  clock: Clock;
  random: Random;
  log: Logger;
}

const LONGEST_ERROR = 500;

/** Without personal data, as in the log. */
export function toErrorReason(error: unknown): string {
  return (error instanceof Error ? safeMessage(error) : String(error)).slice(0, LONGEST_ERROR);
}
