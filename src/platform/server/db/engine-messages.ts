/** What the main thread and the embedded engine's thread say to each other. */
export interface EngineStart {
  /** Absolute path of the database's folder; undefined keeps it in memory. */
  directory?: string;
  /** A tar of a data folder to start from, for an empty directory or memory only. */
  dump?: Uint8Array<ArrayBuffer>;
}

export type ToEngine =
  /** A new connection begins: forget everything of the one before. */
  | { type: 'session'; session: number }
  /** Whole messages of the PostgreSQL wire protocol. */
  | { type: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'dump' }
  | { type: 'close' };

export type FromEngine =
  | { type: 'ready' }
  | { type: 'connected'; session: number }
  | { type: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  /** The oldest batch of bytes has been carried out. */
  | { type: 'handled'; session: number }
  | { type: 'dumped'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'closed' };
