/**
 * The whole product for a test file: a fresh database, real HTTP, a clock that the test controls, and
 * signed-in clients.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCurrentUser } from '#auth/contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import type { Clock } from '#kernel/time.ts';
import { findOrCreateAccount, signIn } from '#auth/server/sign-in/sign-in.ts';
import { type App, createApp } from '#main/app.ts';
import { limits } from '#main/domains.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { transact } from '#platform/server/db/transact.ts';
import { cookieName } from '#platform/server/security/session.ts';
import { proxyCalls } from './wallet/behind-proxy.ts';
import { scanResponses } from './scans/answer-scan.ts';
import { Client, succeed } from './client.ts';
import { freshDatabase, type TestDatabase } from './databases/database.ts';
import { knowMailbox, knowSecretsIn, scannedLog } from './scans/log-scan.ts';

export type { Client };

/** A clock that stands still until a test moves or starts it. */
export class DrivenClock implements Clock {
  #now: Date;
  #runsSince: number | undefined;

  constructor(start = '2026-11-02T15:00:00Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    const ran = this.#runsSince === undefined ? 0 : performance.now() - this.#runsSince;
    return new Date(this.#now.getTime() + ran);
  }

  /** Lets the clock run in real time from now on. A test may still move it. */
  run(): void {
    this.#runsSince = performance.now();
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }

  set(moment: Date | string): void {
    this.#now = new Date(moment);
    if (this.#runsSince !== undefined) this.run();
  }
}

export interface TestApp extends App {
  clock: DrivenClock;
  database: TestDatabase;
  /** A caller without a session. */
  visitor(): Client;
  /** Signs in as auth does once the email is verified. Creates an account for a new email. */
  signIn(userType: ChoosableType, email?: string): Promise<Client>;
  /** Signs in through the real calls and the development mailbox. */
  signInByMail(userType: ChoosableType, email: string): Promise<Client>;
  /** Signs in an admin, whose email is in ADMIN_EMAILS. */
  signInAdmin(): Promise<Client>;
  lastMail(to: string): Promise<{ subject: string; text: string; links: string[]; code: string | null }>;
  /** Runs all outbox work that is due by the clock. */
  runDue(): Promise<void>;
}

const NEW_BROWSER = { challengeId: null, presentToken: undefined, userAgent: undefined };

export const ADMIN_EMAIL = 'admin@promenade.test';

/** Builds the product, on a fresh database unless one is given. Close it in afterAll. */
export async function testApp(
  options: {
    settings?: Record<string, string>;
    database?: TestDatabase;
    listens?: boolean;
    clock?: DrivenClock;
    /** The built web app, for journeys. */
    pagesFolder?: string;
  } = {},
): Promise<TestApp> {
  const { listens = true, clock = new DrivenClock(), pagesFolder } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'promenade-test-'));
  const database = options.database ?? (await freshDatabase());
  const config = readConfig(
    {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'none',
      LIMITS: 'off',
      // Races send many calls at once.
      CALL_LIMIT: '1000',
      ADMIN_EMAILS: ADMIN_EMAIL,
      MAP_STYLE_URL: 'offline',
      // The simulated wallet runs in this process, so a busy process must not count as a wallet outage.
      WALLET_CONNECT_TIMEOUT_MS: '10000',
      ...(listens ? {} : { PUBLIC_URL: 'http://localhost:3000' }),
      ...options.settings,
    },
    limits,
  );
  const log = scannedLog();
  if (config.seedsDemoWorld) {
    const { seedDemoWorld } = await import('#main/seed/demo-world.ts');
    await seedDemoWorld({ config, database, log, clock });
  }
  const app = await createApp({ config, database, clock, log, ...(pagesFolder ? { pagesFolder } : {}) });
  app.http.addHook('preHandler', async ({ body, query, cookies }) => knowSecretsIn([body, query, cookies]));
  const searchMails = scanResponses(app, database);
  proxyCalls(app.http.server);
  // The wallet is called over HTTP, so most files need a real port.
  if (listens) await app.listen();
  app.setReady();
  let people = 0;

  const testing: TestApp = {
    ...app,
    clock,
    database,
    visitor: () => new Client(app),
    async signIn(userType, email) {
      people += 1;
      const client = new Client(app);
      client.email = email ?? `${userType}-${people}@promenade.test`;
      const { deps } = app;
      const signedIn = await transact(deps.db, async (tx) =>
        signIn(tx, deps, await findOrCreateAccount(tx, deps, client.email, userType), NEW_BROWSER),
      );
      client.cookies.set(cookieName(config, 'sid'), signedIn.token);
      client.userId = signedIn.userId;
      return client;
    },
    async signInByMail(userType, email) {
      const client = new Client(app);
      client.email = email;
      await client.request('POST', '/auth/email', { email, userType });
      await testing.runDue();
      const { code } = await testing.lastMail(email);
      await succeed(client.request('POST', '/auth/email/confirm', { code }));
      client.userId = (await succeed(client.call(getCurrentUser))).id;
      return client;
    },
    signInAdmin: () => testing.signIn('advertiser', ADMIN_EMAIL),
    async lastMail(to) {
      const response = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(to)}` });
      const [mail] = response.json();
      if (!mail) throw new Error(`no mail to ${to}`);
      return mail;
    },
    runDue: async () => {
      await app.worker.runDue();
    },
    async close() {
      await app.close();
      const mailbox = join(dataDir, 'mailbox.jsonl');
      knowMailbox(mailbox);
      await searchMails(mailbox);
      if (!options.database) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return testing;
}
