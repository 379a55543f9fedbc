import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export class DataFolderInUse extends Error {
  /** The owner's process id, or undefined if the owner is alive but does not respond. */
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    super(
      `The data folder ${folder} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}`,
    );
    this.name = 'DataFolderInUse';
    this.pid = pid;
  }
}

export interface DataLock {
  release(): Promise<void>;
}

/**
 * Throws DataFolderInUse if another process has the folder: two processes on one embedded database would silently lose
 * each other's committed rows.
 * Every process first creates a socket with a new random name in the folder, and only then connects to all the others.
 * The later of two processes sees the earlier one, so they cannot both get the lock. The system refuses connections to
 * the socket of a dead process, however it died. Such a socket is removed, and a live one never is.
 */
export async function lockDataFolder(dataDir: string): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const place = socketFolder(folder);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const claim = await createClaim(place);
    const verdict = await resolveClaim(claim, place);
    if (verdict === 'mine') return place === folder ? claim : withFolder(claim, place);
    await claim.release();
    if (verdict !== 'not yet') throw new DataFolderInUse(folder, verdict.pid);
    // Several processes are starting at this moment, and the first of them is about to become the owner.
    await sleep(50);
  }
  throw new DataFolderInUse(folder, undefined);
}

function withFolder(claim: Claim, place: string): DataLock {
  return {
    async release() {
      await claim.release();
      try {
        rmdirSync(place);
      } catch {
        // Not empty: the next process is already there.
      }
    },
  };
}

interface Claim extends DataLock {
  name: string;
  own(): void;
}

const claimName = /^lock-[0-9a-f]{16}$/;

/** Renames the socket only after it listens, so that other processes never see one that does not respond. */
async function createClaim(place: string): Promise<Claim> {
  const random = randomBytes(8).toString('hex');
  const name = `lock-${random}`;
  let state: 'owner' | 'claimant' = 'claimant';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(`${state} ${process.pid}\n`);
  });
  await listen(server, join(place, `new-${random}`));
  renameSync(join(place, `new-${random}`), join(place, name));
  return {
    name,
    own() {
      state = 'owner';
    },
    async release() {
      rmSync(join(place, name), { force: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function resolveClaim(
  claim: Claim,
  place: string,
): Promise<'mine' | 'not yet' | { pid: number | undefined }> {
  const others = readdirSync(place).filter((name) => claimName.test(name) && name !== claim.name);
  for (const other of others) {
    const path = join(place, other);
    for (;;) {
      const answer = await ask(path);
      if (answer.state === 'dead') {
        rmSync(path, { force: true });
        break;
      }
      if (answer.state === 'owner') return { pid: answer.pid };
      // Of two claimants, the one with the lower name goes first. The other one withdraws, or has already
      // become the owner.
      if (other < claim.name) return 'not yet';
      await sleep(10);
    }
  }
  claim.own();
  return 'mine';
}

type Answer = { state: 'dead' | 'claimant' } | { state: 'owner'; pid: number | undefined };

const ANSWER_WITHIN_MS = 2000;

/** A stopped process accepts the connection but does not respond: it is alive and counts as the owner. */
function ask(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = '';
    const finish = (answer: Answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_WITHIN_MS, () => finish({ state: 'owner', pid: undefined }));
    socket.on('data', (data) => (text += String(data)));
    socket.on('end', () => {
      const [state, pid] = text.split(' ');
      finish(state === 'owner' ? { state, pid: Number(pid) } : { state: 'claimant' });
    });
    socket.on('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      if (code === 'ECONNREFUSED' || code === 'ENOENT') finish({ state: 'dead' });
      // The other process is releasing its lock. The next call finds it gone.
      else if (code === 'ECONNRESET' || code === 'EPIPE') finish({ state: 'claimant' });
      // A stopped process whose connection queue is full.
      else if (code === 'EAGAIN') finish({ state: 'owner', pid: undefined });
      else reject(error);
    });
  });
}

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  // The lock alone must not keep the process alive.
  server.unref();
}

/** The shortest limit of all systems: 104 bytes with the terminating zero. */
const LONGEST_PATH_BYTES = 103;

/**
 * Returns another folder if the path is too long for a socket. Does not use the environment's temporary folder, because
 * two processes may have different ones.
 */
function socketFolder(folder: string): string {
  const example = join(folder, `lock-${'0'.repeat(16)}`);
  if (Buffer.byteLength(example) <= LONGEST_PATH_BYTES) return folder;
  return `/tmp/promenade-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}
