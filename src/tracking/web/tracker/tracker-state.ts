import type { LostFixes } from '../positions/send-fixes.ts';
import type { Progress } from './shared-progress.ts';

/** Measured by this page or reported by the page that measures. */
export interface TrackerState extends Progress {
  isReading: boolean;
  /** Its start is by this device's clock. */
  session: { id: string; startTime: string } | null;
  /** Null if all positions of the last session count and no other device took over. */
  lost: LostFixes | null;
}

export const idle: TrackerState = {
  position: null,
  isReading: false,
  positionProblem: null,
  deniedReason: undefined,
  session: null,
  hasSendProblem: false,
  isOffline: false,
  unsent: 0,
  lastSentAt: null,
  isInZone: null,
  published: undefined,
  notCounting: null,
  lost: null,
};
