/** Messages between the main thread and the thread of the embedded engine. */
export interface EngineStart {
  /** Absolute path of the database folder. Omit it to keep the database in memory. */
  directory?: string;
  /** Tar of a data folder to start from. Only for an empty directory or an in-memory database. */
  dump?: Uint8Array<ArrayBuffer>;
}

export type ToEngine =
  /** Starts a new connection and drops all state of the previous one. */
  | { type: 'session'; session: number }
  /** Whole messages of the PostgreSQL wire protocol. */
  | { type: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'dump' }
  | { type: 'close' };

export type FromEngine =
  | { type: 'ready' }
  | { type: 'connected'; session: number }
  | { type: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  /** The oldest batch of bytes has been executed. */
  | { type: 'handled'; session: number }
  | { type: 'dumped'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'closed' };
