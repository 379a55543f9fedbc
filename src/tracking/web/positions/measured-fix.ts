import type { Fix } from '../../contract.ts';

export interface MeasuredFix extends Fix {
  recordedAt: string;
  /**
   * True if the device reported a speed, heading or altitude. A faked location in a browser has none of them.
   */
  hasMotion: boolean;
}
