/**
 * On the main thread, the engine's promises would settle as microtasks, and a series of queries would block all timers
 * and sockets.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { EngineStart, FromEngine, ToEngine } from './db/engine-messages.ts';

if (!parentPort) throw new Error('this file runs in a worker thread only');
const port = parentPort;
// Only embedded-engine.ts starts this worker, and it passes an EngineStart.
const start = workerData as EngineStart;

/** Large results are posted in pieces of about this size instead of PostgreSQL's 8 KiB. */
const PIECE_BYTES = 64 * 1024;

const engine = await PGlite.create({
  // Always loaded: a database that was created with this extension cannot be read without it.
  extensions: { pg_trgm },
  // All of it counts as used memory from the start. The default is 128 MB.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  ...(start.directory === undefined ? {} : { dataDir: start.directory }),
  ...(start.dump === undefined ? {} : { loadDataDir: new Blob([start.dump]) }),
});
say({ type: 'ready' });

// One message at a time, because the engine is a single PostgreSQL backend.
let turn: Promise<void> = Promise.resolve();
port.on('message', (message: ToEngine) => {
  turn = turn.then(() => handle(message)).catch(fail);
});

async function handle(message: ToEngine): Promise<void> {
  switch (message.type) {
    case 'session':
      return resetSession(message.session);
    case 'bytes':
      return answer(message.session, message.bytes);
    case 'dump':
      return dump();
    case 'close':
      await engine.close();
      say({ type: 'closed' });
      port.close();
  }
}

async function answer(session: number, bytes: Uint8Array): Promise<void> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  const flush = () => {
    if (size === 0) return;
    const joined = new Uint8Array(size);
    let offset = 0;
    for (const piece of pieces) {
      joined.set(piece, offset);
      offset += piece.byteLength;
    }
    pieces = [];
    size = 0;
    say({ type: 'bytes', session, bytes: joined }, [joined.buffer]);
  };
  if (bytes[0] === 0) {
    // The start-up packet is the only one without a type byte. Its response does not arrive through the
    // callback.
    const greeting = await engine.execProtocolRaw(bytes);
    pieces.push(greeting.slice());
    size = greeting.byteLength;
  } else {
    await engine.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        // A view into the engine's memory, which the next message overwrites.
        pieces.push(data.slice());
        size += data.byteLength;
        if (size >= PIECE_BYTES) flush();
      },
    });
  }
  flush();
  say({ type: 'handled', session });
}

/**
 * All connections share one backend, so a new one must not inherit a transaction, role or prepared statement.
 */
async function resetSession(session: number): Promise<void> {
  if (engine.isInTransaction()) await engine.exec('rollback');
  await engine.exec('discard all');
  say({ type: 'connected', session });
}

async function dump(): Promise<void> {
  const file = await engine.dumpDataDir('none');
  const bytes = new Uint8Array(await file.arrayBuffer());
  say({ type: 'dumped', bytes }, [bytes.buffer]);
}

/**
 * An exception from the engine leaves its memory in an unknown state. SQL errors do not get here, because
 * they are sent in the protocol.
 */
function fail(error: unknown): never {
  throw error instanceof Error ? error : new Error(String(error));
}

function say(message: FromEngine, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
