import { Duplex } from 'node:stream';

export interface StreamEnd {
  open(stream: EmbeddedStream): void;
  send(stream: EmbeddedStream, bytes: Uint8Array<ArrayBuffer>, done: (error?: Error | null) => void): void;
  leave(stream: EmbeddedStream): void;
}

const SSL_REQUEST_CODE = 80_877_103;
const TERMINATE = 0x58;

/**
 * Replaces the TCP socket of a `pg` client. A write is done when the engine has executed it, so the stream's own buffer
 * provides the back-pressure.
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

  /**
   * `pg` corks the messages of one query, so they arrive together and need one trip to the thread and back.
   */
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#forward(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #forward(chunks: Uint8Array[], done: (error?: Error | null) => void): void {
    // Terminate is the client's last message. The engine must keep running for the next connection.
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
    // The engine cannot be paused. One connection with one query at a time limits what it sends.
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end.leave(this);
    done(error);
  }

  // Socket methods that `pg` calls. A thread does not need them.
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
