import type { MeasuredFix } from './measured-fix.ts';

export interface Recording {
  accountId: string;
  campaignId: string;
  sessionId: string;
}

export interface WaitingFix {
  key: number;
  fix: MeasuredFix;
}

export interface WaitingFixes {
  /** Does nothing if the recording already has a position with the same time. */
  add(recording: Recording, fix: MeasuredFix): Promise<void>;
  /** Oldest first. They stay until `remove`. */
  next(recording: Recording, limit: number): Promise<readonly WaitingFix[]>;
  /** Call when the server has saved them. */
  remove(taken: readonly WaitingFix[]): Promise<void>;
  count(recording: Recording): Promise<number>;
  /** Call when the server will never take them. */
  discard(recording: Recording): Promise<void>;
  recordingsOf(accountId: string): Promise<readonly Recording[]>;
}
