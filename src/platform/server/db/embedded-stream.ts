import { Duplex } from 'node:stream';

/** What the stream needs of the engine behind it. */
export interface StreamEnd {
  open(stream: EmbeddedStream): void;
  send(stream: EmbeddedStream, bytes: Uint8Array<ArrayBuffer>, done: (error?: Error | null) => void): void;
  leave(stream: EmbeddedStream): void;
}

const SSL_REQUEST_CODE = 80_877_103;
const TERMINATE = 0x58;

/**
 * Takes the place of a TCP socket under a `pg` client: the PostgreSQL wire protocol goes to the embedded engine's thread
 * and its answers come back. A write is done when the engine has carried it out, so the stream's own buffer is the back-pressure.
 */
export class EmbeddedStream extends Duplex {
  readonly #end: StreamEnd;

  constructor(end: StreamEnd) {
    super();
    this.#end = end;
  }

  /** `pg` calls this as on a socket and waits for 'connect'. */
  connect(): this {
    this.#end.open(this);
    return this;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#forward([chunk], done);
  }

  /** `pg` corks the messages of one query, which then arrive here together: one trip to the thread and back. */
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#forward(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #forward(chunks: Uint8Array[], done: (error?: Error | null) => void): void {
    // Terminate is the client's goodbye and comes last; the engine itself goes on for the next connection.
    const spoken = chunks.filter((chunk) => chunk[0] !== TERMINATE);
    if (spoken.length === 0) return done();
    const bytes = new Uint8Array(spoken.reduce((size, chunk) => size + chunk.byteLength, 0));
    let offset = 0;
    for (const chunk of spoken) {
      bytes.set(chunk, offset);
      offset += chunk.byteLength;
    }
    if (isSslRequest(bytes)) {
      this.push('N');
      return done();
    }
    this.#end.send(this, bytes, done);
  }

  override _read(): void {
    // The engine sends as it computes and cannot be paused; one connection with one query at a time bounds it.
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end.leave(this);
    done(error);
  }

  // What a socket has and `pg` calls; a thread has no use for it.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function isSslRequest(bytes: Uint8Array): boolean {
  if (bytes.byteLength !== 8) return false;
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(4) === SSL_REQUEST_CODE;
}
