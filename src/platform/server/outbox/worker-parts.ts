import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Db } from '../db/open-database.ts';
import type { Logger } from '../log/log.ts';

/** What every part of the worker is given. */
export interface WorkerParts {
  db: Db;
  clock: Clock;
  random: Random;
  log: Logger;
}

const LONGEST_ERROR = 500;

export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
}
