/** What a test tells the server's process, each answered by `heard`. */
export interface ToServer {
  id: number;
  /** Ends it at the point with this label from now on; null at none. */
  crashAt?: string | null;
  /** How far its clock is ahead of the machine's. */
  aheadMs?: number;
}

export type FromServer = { heard: number } | { passed: string };
