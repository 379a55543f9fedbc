import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Random: it cannot be guessed and says nothing about the content. */
  key: string;
  size: number;
  sha256: string;
}

/** Both inclusive, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The domain that owns a file keeps its type and permissions in the database. */
export interface Storage {
  /** Stores the whole content or nothing. `contentType` is for storages that serve files themselves. */
  put(content: Readable | Buffer, about: { contentType: string }): Promise<StoredFile>;
  /**
   * `size` is that of the whole file. The stream keeps the file open until it is read or destroyed. Throws FileMissing,
   * and a RangeError for a range outside the file.
   */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>;
}

/** The storage is another server, which does not answer or refuses the call. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('the storage of files is not available', { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Also thrown if the key is not valid. */
export class FileMissing extends Error {
  constructor() {
    super('there is no such file in the storage');
    this.name = 'FileMissing';
  }
}
