import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import { simulatorWebhookId } from '@promenade/wallet-simulator';
import { DAY, MINUTE } from '#kernel/time.ts';
import { projectRoot } from '#main/project-root.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { ADMIN_EMAIL, DrivenClock } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { prepareDataFolder, serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import {
  type AnyJson,
  type RunningSimulator,
  startSimulator,
  testCredentials,
} from '#tests/support/wallet/simulator.ts';
import { bundleServer, findProgramFolder, KillableServer } from './killable-server.ts';
import { remoteClient, signInByMail } from './remote-client.ts';

export interface FrozenWallet {
  /** Returns the number of unanswered calls of addresses that match. */
  countCalls(path: RegExp): number;
  thaw(): Promise<void>;
}

/** A server that a test kills and restarts on the same data folder, and a wallet that keeps running. */
export class Stage {
  server!: KillableServer;
  wallet!: RunningSimulator;
  advertiser!: Client;
  readonly clock = { now: () => new Date(Date.now() + this.#aheadMs) };
  #aheadMs = 0;
  #dataDir = '';
  #database: TestDatabase | undefined;
  #people = 0;
  #root = projectRoot;
  #settings: Record<string, string>;

  constructor(settings: Record<string, string>) {
    this.#settings = settings;
  }

  /** Without PostgreSQL, uses the embedded engine, whose start takes most of the time of a restart. */
  async open(engine: 'embedded' | 'server' = 'embedded'): Promise<void> {
    await bundleServer(this.#root);
    this.#dataDir = await mkdtemp(join(tmpdir(), 'promenade-crash-'));
    if (engine === 'server' && process.env.TEST_DATABASE_URL) {
      const database = await serverDatabase({ poolSize: 1 });
      this.#database = database;
      this.#settings = { ...this.#settings, DATABASE_URL: database.url, DATABASE_POOL: '3' };
    } else {
      await prepareDataFolder(this.#dataDir);
    }
    const clock = new DrivenClock(new Date().toISOString());
    clock.run();
    this.wallet = await startSimulator({
      clock,
      settleDelayMs: 100,
      webhookUrl: () => `${this.server.origin}/paypal/webhook`,
    });
    await this.restart();
    this.advertiser = await this.signIn('advertiser');
  }

  async close(): Promise<void> {
    await this.server?.kill();
    await this.wallet?.close();
    await this.#database?.close();
    await rm(findProgramFolder(projectRoot), { recursive: true, force: true });
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** Starts the next server on the data of the last one. */
  async restart(more: Record<string, string> = {}): Promise<void> {
    if (this.#database) await endWorkOfKilled(this.#database);
    this.server = await this.startServer(more);
  }

  /** Replaces the server by the one of another folder with the project. */
  async runVersion(root: string): Promise<void> {
    if (root !== projectRoot) await bundleServer(root);
    await this.server.kill();
    this.#root = root;
    await this.restart();
  }

  /** Starts a server that the stage does not call. A second one needs DATABASE_URL. The caller kills it. */
  startServer(more: Record<string, string> = {}): Promise<KillableServer> {
    return KillableServer.start(this.#root, {
      NODE_ENV: 'development',
      DATA_DIR: this.#dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'none',
      LIMITS: 'off',
      LOG_LEVEL: 'info',
      MAP_STYLE_URL: 'offline',
      ADMIN_EMAILS: ADMIN_EMAIL,
      WALLET_BASE_URL: this.wallet.url,
      WALLET_CLIENT_ID: testCredentials.clientId,
      WALLET_CLIENT_SECRET: testCredentials.clientSecret,
      WALLET_WEBHOOK_ID: simulatorWebhookId,
      // The clock makes large leaps.
      SESSION_IDLE_MS: String(30 * DAY),
      ADMIN_SESSION_IDLE_MS: String(30 * DAY),
      CLOCK_AHEAD_MS: String(this.#aheadMs),
      ...this.#settings,
      ...more,
    });
  }

  async bringUp(): Promise<void> {
    if (!this.server.isRunning()) await this.restart();
  }

  visitor(): Client {
    return remoteClient(() => this.server.origin);
  }

  async signIn(userType: ChoosableType, email?: string): Promise<Client> {
    this.#people += 1;
    const client = this.visitor();
    client.email = email ?? `${userType}-${this.#people}@promenade.test`;
    await signInByMail(client, userType);
    return client;
  }

  /**
   * Signs in again each time, because some decisions need a recent sign-in and the clock makes large leaps.
   */
  signInAdmin(): Promise<Client> {
    return this.signIn('advertiser', ADMIN_EMAIL);
  }

  /** Advances the server's clock; due work starts at once. The wallet's clock stays. */
  async advance(milliseconds: number): Promise<void> {
    this.#aheadMs += milliseconds;
    await this.server.tell({ aheadMs: this.#aheadMs });
  }

  /**
   * Polls `look` until it returns the expected value, and advances the clock by `stepMs` at every third call.
   */
  async waitFor<Seen>(look: () => Promise<Seen>, expected: Seen, stepMs = 2 * MINUTE): Promise<void> {
    let looks = 0;
    const lookLater = async () => {
      looks += 1;
      if (stepMs > 0 && looks % 3 === 0) await this.advance(stepMs);
      return look();
    };
    await expect.poll(lookLater, { interval: 85, timeout: STORY_LIMIT_MS }).toEqual(expected);
  }

  /** Calls one of the wallet's controls, which play a bank, a payer or the wallet's staff. */
  async control(method: 'POST' | 'PUT', path: string, body: object): Promise<AnyJson> {
    const { status, json } = await this.wallet.control(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  /** While held, the wallet delivers no webhooks. */
  holdWebhooks(isHeld: boolean): Promise<void> {
    return this.control('PUT', '/faults', { holdWebhooks: isHeld });
  }

  /**
   * Leaves every call to the wallet's API unanswered, with its connection open, until `thaw`. The wallet then
   * carries out the calls it received, although their callers have given up.
   */
  freezeWallet(): FrozenWallet {
    const { app } = this.wallet;
    const [answer] = app.server.listeners('request') as RequestListener[]; // Fastify's own.
    const waiting: InjectOptions[] = [];
    app.server.removeAllListeners('request').on('request', async (incoming, outgoing) => {
      const { url = '', headers } = incoming;
      if (!/\/v[12]\//.test(url)) return answer?.(incoming, outgoing);
      const method = incoming.method as 'GET' | 'POST'; // The API uses no other method.
      waiting.push({ method, url, headers, payload: await buffer(incoming) });
    });
    return {
      countCalls: (path) => waiting.filter(({ url }) => path.test(String(url))).length,
      thaw: async () => {
        if (answer) app.server.removeAllListeners('request').on('request', answer);
        for (const call of waiting) await app.inject(call);
      },
    };
  }

  /**
   * Fails if a rule of the ledger or its balance at the wallet is broken. Waits for money that is on its way, such
   * as the refund of another story's campaign.
   */
  async auditBooks(): Promise<void> {
    const admin = await this.signInAdmin();
    const look = async () => {
      const { sum, violations, lines } = (await admin.call(getTrialBalance)).body;
      const psp = lines.find(({ account }) => account === 'psp') ?? { debit: '0.00', credit: '0.00' };
      const ours = psp.credit === '0.00' ? psp.debit : `-${psp.credit}`;
      const theirs = (await this.wallet.books()).balance;
      return { sum, violations, psp: ours === theirs ? 'agrees' : `${ours}, but ${theirs} at the wallet` };
    };
    await expect
      .poll(look, { interval: 85, timeout: STORY_LIMIT_MS })
      .toEqual({ sum: '0.00', violations: [], psp: 'agrees' });
  }
}

/**
 * On a server, the work of a killed process waits for its lease, which ends by the database's clock. The server may
 * still run the last statement of that process, which could take another lease.
 */
async function endWorkOfKilled({ asOwner }: TestDatabase): Promise<void> {
  await asOwner(`
    select pg_terminate_backend(pid, ${STORY_LIMIT_MS}) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  await asOwner(`update outbox set next_at = 'epoch' where state = 'sent'`);
  await asOwner(`update sweep set running_until = 'epoch' where running_until is not null`);
}

/** Opens the stage before the tests of a file. */
export function stageCrashes(settings: Record<string, string> = {}, engine?: 'embedded' | 'server'): Stage {
  const stage = new Stage(settings);
  beforeAll(() => stage.open(engine));
  afterAll(() => stage.close());
  return stage;
}
