import type { MeasuredFix } from './measured-fix.ts';

/** Whose positions, of which work. */
export interface Recording {
  accountId: string;
  campaignId: string;
  sessionId: string;
}

export interface WaitingFix {
  /** Grows in the order of measuring. */
  key: number;
  fix: MeasuredFix;
}

/** Measured positions that the server has not taken yet, of every recording of this browser. */
export interface WaitingFixes {
  /** Takes one in, unless the recording has one of this very time already. */
  add(recording: Recording, fix: MeasuredFix): Promise<void>;
  /** The oldest ones of a recording, at most so many; they stay until `remove`. */
  next(recording: Recording, limit: number): Promise<readonly WaitingFix[]>;
  /** The server has them. */
  remove(taken: readonly WaitingFix[]): Promise<void>;
  count(recording: Recording): Promise<number>;
  /** Nobody will ever take them. */
  discard(recording: Recording): Promise<void>;
  /** The recordings of an account of which something waits. */
  recordingsOf(accountId: string): Promise<readonly Recording[]>;
}
