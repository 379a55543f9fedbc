import type { Readable } from 'node:stream';

export interface Stored {
  /** Names the file in this storage; random, so that it says nothing and cannot be guessed. */
  key: string;
  size: number;
  /** Of the content, in lower-case hexadecimal. */
  sha256: string;
}

/** The bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where finished files live. What they are and who may see them is kept in the database, by the domain that owns them. */
export interface Storage {
  /** Stores the whole content or nothing. `contentType` is for storages that serve files themselves; a folder ignores it. */
  put(content: Readable | Buffer, about: { contentType: string }): Promise<Stored>;
  /** `size` is that of the whole file. The stream holds the file open until it is read or destroyed. Throws FileMissing; throws a RangeError for a range outside the file. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  /** Removing what is not there (any more) is no error. */
  remove(key: string): Promise<void>;
}

/** The storage has no file of this key, or the key is none of its own. */
export class FileMissing extends Error {
  constructor() {
    super('there is no such file in the storage');
    this.name = 'FileMissing';
  }
}
