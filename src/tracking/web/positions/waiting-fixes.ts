import type { MeasuredFix } from './measured-fix.ts';

/** Identifies the account and session that positions belong to. */
export interface Recording {
  accountId: string;
  campaignId: string;
  sessionId: string;
}

export interface WaitingFix {
  /** Increases in the order of measurement. */
  key: number;
  fix: MeasuredFix;
}

/** Measured positions that the server has not saved yet, for every recording of this browser. */
export interface WaitingFixes {
  /** Adds a position, unless the recording already has one with the same time. */
  add(recording: Recording, fix: MeasuredFix): Promise<void>;
  /** Returns the oldest positions of a recording. They stay until `remove`. */
  next(recording: Recording, limit: number): Promise<readonly WaitingFix[]>;
  /** Call when the server has saved them. */
  remove(taken: readonly WaitingFix[]): Promise<void>;
  count(recording: Recording): Promise<number>;
  /** Call when the server will never take them. */
  discard(recording: Recording): Promise<void>;
  /** Returns an account's recordings that have waiting positions. */
  recordingsOf(accountId: string): Promise<readonly Recording[]>;
}
