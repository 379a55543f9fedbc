/** The whole product for a test file: fresh database, real HTTP, a clock that the test drives, signed-in clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import type { ChoosableType } from '../../src/auth/contract.ts';
import {
  type CallArguments,
  type EndpointDefinition,
  fillPath,
  type ResponseOf,
} from '../../src/kernel/endpoint.ts';
import type { ErrorBody } from '../../src/kernel/errors.ts';
import type { Clock } from '../../src/kernel/time.ts';
import { type App, createApp } from '../../src/main/app.ts';
import { readConfig } from '../../src/platform/server/config.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { listeningAddress } from '../../src/platform/server/public-address.ts';
import { putBehindProxy } from '../wallet/behind-proxy.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

/** A clock that stands still until it is told to move. */
export class DrivenClock implements Clock {
  #now: Date;

  constructor(start = '2026-11-02T15:00:00Z') {
    this.#now = new Date(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }

  set(moment: Date | string): void {
    this.#now = new Date(moment);
  }
}

export interface Answer<E> {
  status: number;
  headers: Record<string, number | string | string[] | undefined>;
  /** The answer's body; on a refusal use `error`. */
  body: ResponseOf<E>;
  error: ErrorBody;
}

type Extra = { headers?: Record<string, string>; remoteAddress?: string };

/** Somebody who calls: keeps cookies as a browser does. */
export class Client {
  readonly #app: App;
  readonly cookies = new Map<string, string>();
  email = '';
  userId = '';

  constructor(app: App) {
    this.#app = app;
  }

  /** Calls an endpoint of a contract. The arguments are typed by it; use `request` for what its types forbid. */
  async call<E extends EndpointDefinition>(
    endpoint: E,
    ...[args]: object extends CallArguments<E> ? [CallArguments<E>?] : [CallArguments<E>]
  ): Promise<Answer<E>> {
    // The parts are optional in general; the signature above has checked them for this endpoint.
    const parts = (args ?? {}) as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parts.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const path = fillPath(endpoint.path, parts.params);
    return this.request(endpoint.method, query.size > 0 ? `${path}?${query}` : path, parts.body);
  }

  /** Calls anything with any body. */
  async request<E = { response: never }>(
    method: string,
    url: string,
    body?: unknown,
    extra: Extra = {},
  ): Promise<Answer<E>> {
    const response = await this.#app.http.inject({
      method: method as InjectOptions['method'] & string, // inject's union of verbs; a wrong one fails the test by itself
      url,
      headers: {
        ...(this.cookies.size > 0
          ? { cookie: Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...extra.headers,
      },
      ...(extra.remoteAddress ? { remoteAddress: extra.remoteAddress } : {}),
      ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    const parsed: unknown = isJson && response.payload ? JSON.parse(response.payload) : response.payload;
    return {
      status: response.statusCode,
      headers: response.headers,
      // Which of the two it is, the test asserts by the status.
      body: parsed as ResponseOf<E>,
      error: parsed as ErrorBody,
    };
  }
}

export interface TestApp extends App {
  clock: DrivenClock;
  database: TestDatabase;
  /** A caller without a session. */
  visitor(): Client;
  /** Signs in through the real calls and the development mailbox. */
  signIn(userType: ChoosableType, email?: string): Promise<Client>;
  /** An administrator: the address is in ADMIN_EMAILS. */
  signInAdmin(): Promise<Client>;
  /** The newest mail to an address. */
  lastMail(to: string): Promise<{ subject: string; text: string; links: string[]; code: string | null }>;
  /** Lets the outbox do everything that is due by the clock. */
  settle(): Promise<void>;
}

export const ADMIN_EMAIL = 'admin@promenade.test';

/** Builds the product on a fresh embedded database, or on the one given (races). Close it in afterAll. */
export async function testApp(
  options: { settings?: Record<string, string>; database?: TestDatabase; listens?: boolean } = {},
): Promise<TestApp> {
  const clock = new DrivenClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'promenade-test-'));
  const database = options.database ?? (await freshDatabase());
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    SEED: 'none',
    LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_EMAILS: ADMIN_EMAIL,
    MAP_STYLE_URL: 'offline',
    ...options.settings,
  });
  const app = await createApp({ config, database, clock, log: createLog({ level: config.logLevel }) });
  putBehindProxy(app.http.server, () => `${app.deps.slots.get(listeningAddress)()}/wallet-simulator`);
  // The wallet is reached over HTTP, so most files need the real port.
  if (options.listens ?? true) await app.listen();
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
      await client.request('POST', '/auth/email', { email: client.email, userType });
      await testing.settle();
      const { code } = await testing.lastMail(client.email);
      const confirmed = await client.request('POST', '/auth/email/confirm', { code });
      if (confirmed.status !== 200) throw new Error(`sign-in failed: ${confirmed.error.message}`);
      const user = await client.request<{ response: never }>('GET', '/api/auth/user');
      client.userId = (user.body as unknown as { id: string }).id; // the contract's CurrentUser
      return client;
    },
    signInAdmin: () => testing.signIn('advertiser', ADMIN_EMAIL),
    async lastMail(to) {
      const response = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(to)}` });
      const [mail] = response.json();
      if (!mail) throw new Error(`no mail to ${to}`);
      return mail;
    },
    settle: async () => {
      await app.worker.runDue();
    },
    async close() {
      await app.close();
      if (!options.database) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return testing;
}
