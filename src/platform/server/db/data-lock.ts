import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another process works on this data folder. */
export class DataFolderInUse extends Error {
  /** The owner's process id, or undefined where it lives but does not answer. */
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
 * Takes a data folder for this process alone, or throws DataFolderInUse: two processes on one embedded database silently
 * lose each other's committed rows.
 *
 * Everyone who wants the folder puts a socket of a name never used before into it, and only then asks all others that
 * are there. Of two, the later one sees the earlier one, so no two can both find themselves alone. The system refuses
 * connections to the socket of a dead process, however it died: such a socket is removed, and a live one never is.
 */
export async function lockDataFolder(dataDir: string): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const place = placeOfSockets(folder);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const claim = await stake(place);
    const verdict = await contend(claim, place);
    if (verdict === 'mine') return place === folder ? claim : withFolder(claim, place);
    await claim.release();
    if (verdict !== 'not yet') throw new DataFolderInUse(folder, verdict.pid);
    // Several start at this very moment; the one that goes first is about to be its owner.
    await sleep(50);
  }
  throw new DataFolderInUse(folder, undefined);
}

/** Takes the short folder away with the lock, unless somebody else is in it. */
function withFolder(claim: Claim, place: string): DataLock {
  return {
    async release() {
      await claim.release();
      try {
        rmdirSync(place);
      } catch {
        // Not empty: the next one is there already.
      }
    },
  };
}

interface Claim extends DataLock {
  name: string;
  own(): void;
}

const claimName = /^lock-[0-9a-f]{16}$/;

/** Others see the socket under its name only when it answers already. */
async function stake(place: string): Promise<Claim> {
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

async function contend(
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
      // Of two claimants the lower name goes first; the higher one withdraws, or has become the owner meanwhile.
      if (other < claim.name) return 'not yet';
      await sleep(10);
    }
  }
  claim.own();
  return 'mine';
}

type Answer = { state: 'dead' | 'claimant' } | { state: 'owner'; pid: number | undefined };

const ANSWER_WITHIN_MS = 2000;

/** Who listens there. A process that is stopped takes the connection and does not answer: it lives and counts as the owner. */
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
      // It is letting go at this moment; the next question finds it gone.
      else if (code === 'ECONNRESET' || code === 'EPIPE') finish({ state: 'claimant' });
      // A stopped process with more connections waiting than its queue holds.
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
  // The lock alone must not keep a process alive that has nothing left to do.
  server.unref();
}

/** The shortest limit of all systems: 104 bytes with the terminating zero. */
const LONGEST_PATH_BYTES = 103;

/**
 * The data folder itself; where its path is too long for a socket, a short folder that is always the same for it.
 * Not the folder for temporary files of the environment: two processes may have been given different ones.
 */
function placeOfSockets(folder: string): string {
  const example = join(folder, `lock-${'0'.repeat(16)}`);
  if (Buffer.byteLength(example) <= LONGEST_PATH_BYTES) return folder;
  return `/tmp/promenade-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}
