import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#main/project-root.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { findFreePort } from '#tests/support/server-program.ts';
import { serverOwner } from '#tests/support/databases/postgres.ts';
import { ADMIN_EMAIL } from '../prepared-world.ts';
import { type DatabaseServer, DatabaseServers } from './database-servers.ts';
import type { NeededPrograms } from './needed-programs.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { Program } from './program.ts';
import { createProxy, type Proxy } from './proxy.ts';
import { startValkey } from './valkey.ts';
import { type RunningWallet, startWallet } from './wallet.ts';
import { type ClusterWorld, prepareClusterWorld } from './world.ts';

/** A process of the product. */
export interface Process {
  program: Program;
  address: string;
}

export interface Cluster {
  world: ClusterWorld;
  servers: DatabaseServers;
  primary: DatabaseServer;
  replica: DatabaseServer;
  pooler: Pooler;
  valkey: Program;
  proxy: Proxy;
  webs: Process[];
  workers: Process[];
  wallet: RunningWallet;
  folder: string;
  end: ClusterEnd;
}

const WEBS = 2;
const WORKERS = 2;

/** Calls `close` functions in reverse order, also if the start of the cluster fails half-way. */
export class ClusterEnd {
  readonly #closing: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closing.unshift(close);
  }

  async run(): Promise<void> {
    for (const close of this.#closing.splice(0)) await close();
  }
}

export async function startCluster(programs: NeededPrograms, end: ClusterEnd): Promise<Cluster> {
  const folder = createFolder(end);
  const keep = <Started extends { program: Program }>(started: Started): Started => {
    end.add(() => started.program.stop());
    return started;
  };
  const ports: number[] = [];
  while (ports.length < WEBS + WORKERS) ports.push(await findFreePort());
  const proxy = keep(await createProxy(programs.haproxy, folder, ports.slice(0, WEBS)));
  const wallet = await startWallet(proxy.address);
  end.add(wallet.close);
  const mailServer = await startMailServer();
  end.add(mailServer.close);
  const servers = new DatabaseServers(programs.postgres, folder);
  const primary = keep(await servers.startPrimary());
  const common = {
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: proxy.address,
    SECRET_KEY: randomBytes(32).toString('hex'),
    KYC_KEY: randomBytes(32).toString('hex'),
    ADMIN_EMAILS: ADMIN_EMAIL,
    MAP_STYLE_URL: 'offline',
    POST_CHECKS: 'off',
    ...wallet.settings,
  };
  mkdirSync(common.DATA_DIR);
  console.error('preparing campaigns, marketers, and proofs');
  const world = await prepareClusterWorld(primary, wallet.origin, common);
  console.error('starting the replica, PgBouncer, Valkey, the processes, and HAProxy');
  const replica = keep(await servers.startReplica('replica', primary));
  const pooler = keep(await startPooler(programs, folder, primary.port));
  const { program: valkey, url: redisUrl } = keep(await startValkey(programs.valkey, folder));
  const settings = {
    ...common,
    NODE_ENV: 'production',
    DATABASE_URL: pooler.databaseUrl,
    DATABASE_LISTEN_URL: pooler.listenUrl,
    DATABASE_POOL: '10',
    REDIS_URL: redisUrl,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Promenade <no-reply@cluster.test>',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    ADMIN_SECOND_FACTOR: 'optional',
    // Counted, but never reached: each user sends more than a person does.
    LIMITS: 'message=9999/1s,location=9999/1s,message-stream=9999/1s',
  };
  const processes: Process[] = [];
  for (const [index, port] of ports.entries()) {
    const [role, number] = index < WEBS ? ['web', index + 1] : ['worker', index + 1 - WEBS];
    processes.push(keep(createProcess(role, `${role}-${number}`, port, folder, settings)));
  }
  await Promise.all([...processes.map(({ program }) => program.start()), proxy.program.start()]);
  const [webs, workers] = [processes.slice(0, WEBS), processes.slice(WEBS)];
  return { world, servers, primary, replica, pooler, valkey, proxy, webs, workers, wallet, folder, end };
}

function createFolder(end: ClusterEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'promenade-cluster-'));
  const owner = serverOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  if (process.argv.includes('keep')) console.error(`the logs are in ${folder}`);
  else end.add(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function createProcess(
  role: string,
  name: string,
  port: number,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Process {
  const address = `http://127.0.0.1:${port}`;
  const program = new Program({
    name,
    words: [process.execPath, '--enable-source-maps', join(projectRoot, 'build/server/server.js')],
    log: join(folder, `${name}.log`),
    isReady: () => isReady(address),
    // Settings of this process do not apply.
    env: { PATH: process.env.PATH, ...settings, PROMENADE_ROLE: role, PORT: String(port) },
    cwd: projectRoot,
  });
  return { program, address };
}

/** Returns true if the process responds and reaches its database. */
export async function isReady(address: string): Promise<boolean> {
  return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) })).status === 200;
}
