import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Random name of the file in this storage. It cannot be guessed and says nothing about the content. */
  key: string;
  size: number;
  sha256: string;
}

/** The bytes from `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores finished files. The domain that owns a file keeps its type and permissions in the database. */
export interface Storage {
  /**
   * Stores the whole content or nothing. `contentType` is for storages that serve files themselves. A folder
   * ignores it.
   */
  put(content: Readable | Buffer, about: { contentType: string }): Promise<StoredFile>;
  /**
   * Opens a file, or a range of it. `size` is that of the whole file. The stream keeps the file open until it
   * is read or destroyed. Throws FileMissing if there is no such file, and a RangeError for a range outside
   * the file.
   */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  /** Removes a file. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

/** Thrown if the storage has no file with this key, or if the key is not valid. */
export class FileMissing extends Error {
  constructor() {
    super('there is no such file in the storage');
    this.name = 'FileMissing';
  }
}
