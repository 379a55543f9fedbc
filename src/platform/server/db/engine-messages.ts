export interface EngineStart {
  /** An absolute path. Omit it to keep the database in memory. */
  directory?: string;
  /** A tar. Only for an empty directory or an in-memory database. */
  dump?: Uint8Array<ArrayBuffer>;
}

export type ToEngine =
  | { type: 'session'; session: number }
  | { type: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'dump' }
  | { type: 'close' };

export type FromEngine =
  | { type: 'ready' }
  | { type: 'connected'; session: number }
  | { type: 'bytes'; session: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'handled'; session: number }
  | { type: 'dumped'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'closed' };
