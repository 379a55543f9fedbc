import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EmbeddedStream } from './embedded-stream.ts';
import type { EngineStart, FromEngine, ToEngine } from './engine-messages.ts';
import { pgliteWorkerFile } from './worker-file.ts';

export interface EmbeddedEngine {
  /** There is one backend: a second stream ends the first. */
  connect(): EmbeddedStream;
  /** Returns a tar. No client may be connected. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export async function startEmbeddedEngine(
  start: EngineStart,
  onFailure: (error: Error) => void = () => {},
): Promise<EmbeddedEngine> {
  const { directory, dump } = start;
  if (directory !== undefined && dump === undefined && !existsSync(join(directory, 'PG_VERSION'))) {
    // Creating a database takes 500 MB, which are free only after the thread has ended.
    const creator = await startThread(start, onFailure);
    await creator.close();
  }
  return startThread(start, onFailure);
}

async function startThread(start: EngineStart, onFailure: (error: Error) => void): Promise<EmbeddedEngine> {
  // The thread must not inherit flags and loaders of the process (--eval, tsx).
  const worker = new Worker(await pgliteWorkerFile(), { workerData: start, name: 'database', execArgv: [] });
  const engine = new ThreadedEngine(worker, onFailure);
  await engine.ready;
  return engine;
}

type Done = (error?: Error | null) => void;

class ThreadedEngine implements EmbeddedEngine {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #onFailure: (error: Error) => void;
  #waiting = new Map<FromEngine['type'], { resolve: (message: FromEngine) => void; reject: Done }>();
  #failure: Error | undefined;
  #isReady = false;
  #isClosing = false;
  #stream: EmbeddedStream | undefined;
  #session = 0;
  #written: Done[] = [];

  constructor(worker: Worker, onFailure: (error: Error) => void) {
    this.#worker = worker;
    this.#onFailure = onFailure;
    this.ready = this.#expect('ready').then(() => {
      this.#isReady = true;
    });
    worker.on('message', (message: FromEngine) => this.#receive(message));
    worker.on('error', (error) => this.#fail(error));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('exit', (code) => {
      if (!this.#isClosing) this.#fail(new Error(`the worker thread exited with code ${code}`));
    });
  }

  connect(): EmbeddedStream {
    return new EmbeddedStream({
      open: (stream) => this.#open(stream),
      send: (stream, bytes, done) => this.#send(stream, bytes, done),
      leave: (stream) => {
        if (stream !== this.#stream) return;
        this.#stream = undefined;
        this.#written = [];
      },
    });
  }

  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const dumped = this.#expect('dumped');
    this.#say({ type: 'dump' });
    const message = await dumped;
    if (message.type !== 'dumped') throw new Error('unreachable: another answer than asked for');
    return message.bytes;
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (!this.#failure) {
      const closed = this.#expect('closed');
      this.#say({ type: 'close' });
      // If the engine fails while it closes, nothing is lost: committed data is in its write-ahead log.
      await closed.catch(() => {});
    }
    await this.#worker.terminate();
  }

  #open(stream: EmbeddedStream): void {
    if (this.#failure) return void stream.destroy(this.#failure);
    this.#stream?.destroy(new Error('the embedded database has one connection, and it was taken over'));
    this.#stream = stream;
    this.#session += 1;
    this.#written = [];
    this.#say({ type: 'session', session: this.#session });
  }

  #send(stream: EmbeddedStream, bytes: Uint8Array<ArrayBuffer>, done: Done): void {
    if (this.#failure) return done(this.#failure);
    if (stream !== this.#stream) return done(new Error('this connection to the embedded database is closed'));
    this.#written.push(done);
    this.#say({ type: 'bytes', session: this.#session, bytes }, [bytes.buffer]);
  }

  #receive(message: FromEngine): void {
    if ('session' in message) {
      if (message.session !== this.#session || !this.#stream) return;
      if (message.type === 'connected') this.#stream.emit('connect');
      else if (message.type === 'bytes') this.#stream.push(message.bytes);
      else this.#written.shift()?.();
      return;
    }
    const waiting = this.#waiting.get(message.type);
    this.#waiting.delete(message.type);
    waiting?.resolve(message);
  }

  #expect(type: FromEngine['type']): Promise<FromEngine> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.set(type, { resolve, reject: (error) => reject(error ?? new Error('unknown')) });
    });
  }

  #fail(cause: Error): void {
    if (this.#failure) return;
    this.#failure = new Error(`The embedded database has stopped: ${cause.message}`, { cause });
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure);
    this.#waiting.clear();
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.destroy(this.#failure);
    // Before the engine is ready, and while it closes, a caller is waiting and gets the error.
    if (this.#isReady && !this.#isClosing) this.#onFailure(this.#failure);
  }

  #say(message: ToEngine, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
