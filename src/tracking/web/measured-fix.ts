import type { Fix } from '../contract.ts';

/** A position as this browser measures it. */
export interface MeasuredFix extends Fix {
  recordedAt: string;
  /** Did the device say how fast, which way or how high? A place typed into a browser has none of it. */
  hasMotion: boolean;
}
