/**
 * The simulated wallet within this process: its whole HTTP server, called without a socket, so that one thing happens after
 * the other and the same seed takes the same course. Nothing happens by real time: late answers move the world's clock.
 */
import fastify, { type InjectOptions } from 'fastify';
import type { Random } from '#kernel/id.ts';
import { SECOND } from '#kernel/time.ts';
import type { Fetch } from '#payments/server/provider/http-client.ts';
import { walletSimulator } from '#wallet-simulator/app.ts';
import type { Faults, FaultKind } from '#wallet-simulator/faults.ts';
import type { DrivenClock } from '../app.ts';

export const walletUrl = 'http://127.0.0.1:9/wallet-simulator';
export const walletSettings = {
  clientId: 'test-client',
  clientSecret: 'test-secret',
  webhookId: 'MONEYTESTHOOK',
};
const PREFIX = new URL(walletUrl).pathname;

/** So long our side waits for an answer (the adapter's own limit); what comes later comes to nobody. */
const PATIENCE_MS = 15 * SECOND;

/** How long the wallet takes over a payout. */
export const SETTLE_MS = 60 * SECOND;

export interface Delivery {
  type: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the books and controls answer many forms; each use checks its part
  json: any;
}

export interface DrivenWallet {
  /** What the adapter calls the wallet with. */
  fetch: Fetch;
  /** What the buttons of the approval page do; answers the page's status. */
  decide(approveUrl: string, form: Record<string, string>): Promise<number>;
  control(method: string, path: string, body?: object): Promise<Answer>;
  books(): Promise<Books>;
  /** Lets happen what is due at the wallet and delivers what is due, until nothing more is taken. Answers how many still wait. */
  round(): Promise<number>;
  /** Everything that was delivered and taken. */
  delivered: Delivery[];
  /** Which calls were carried out and never answered in time. */
  late: { count: number };
  faultCounts(): Promise<Record<FaultKind, number>>;
  close(): Promise<void>;
}

type BookRow = Record<string, string>;
export interface Books {
  balance: string;
  orders: BookRow[];
  captures: BookRow[];
  refunds: BookRow[];
  payouts: BookRow[];
  disputes: BookRow[];
  moves: BookRow[];
}

export async function drivenWallet(options: {
  clock: DrivenClock;
  random: Random;
  /** Hands a delivery to our webhook; answers its status. */
  deliver(delivery: Delivery): Promise<number>;
  /** Every call and every delivery as a line, with its end. */
  tell(line: string): void;
  faults?: Faults;
}): Promise<DrivenWallet> {
  const { clock, random, deliver, tell, faults } = options;
  const delivered: Delivery[] = [];
  const late = { count: 0 };
  let isTooLate = false;
  const app = fastify();
  app.addHook('onRequest', (request, reply, done) => {
    // The one thing that a call without a socket lacks: whoever breaks the connection breaks the call.
    Object.assign(request.raw.socket, { destroy: () => reply.raw.emit('close') });
    done();
  });
  let sending: Promise<unknown> = Promise.resolve();
  const oneByOne = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = sending.then(work);
    sending = mine.catch(() => undefined);
    return mine;
  };
  app.register(
    walletSimulator({
      store: 'memory',
      clock,
      random,
      publicUrl: () => walletUrl,
      ...walletSettings,
      settleDelayMs: SETTLE_MS,
      isDriven: true,
      ...(faults && { faults }),
      wait: async (milliseconds) => {
        isTooLate = milliseconds >= PATIENCE_MS;
        clock.advance(Math.min(milliseconds, PATIENCE_MS));
      },
      webhookUrl: () => 'http://promenade.test/paypal/webhook',
      send: (_url, { headers, body }) =>
        oneByOne(async () => {
          const type = String(JSON.parse(body.toString()).event_type);
          const status = await deliver({ type, headers, body });
          tell(`  < ${type} ${status}`);
          if (status !== 200) return false;
          delivered.push({ type, headers, body });
          return true;
        }),
    }),
    { prefix: PREFIX },
  );
  await app.ready();

  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await app.inject({
      method: method as InjectOptions['method'] & string, // inject's union of verbs; a wrong one fails the test by itself
      url: PREFIX + path,
      ...(body && { payload: body, headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.statusCode, json: JSON.parse(answer.payload) };
  };

  return {
    delivered,
    late,
    async fetch(url, { method, headers, body }) {
      const call = `  > ${method} ${url.slice(walletUrl.length)}`;
      isTooLate = false;
      const answer = await app
        .inject({
          method: method as InjectOptions['method'] & string, // as above
          url: url.slice(new URL(walletUrl).origin.length),
          headers,
          ...(body !== undefined && { payload: Buffer.from(body) }),
        })
        .catch((error: unknown) => {
          tell(`${call} broken`);
          throw error;
        });
      if (isTooLate) {
        isTooLate = false;
        late.count += 1;
        tell(`${call} late`);
        throw new TypeError('terminated');
      }
      tell(`${call} ${answer.statusCode}`);
      return {
        status: answer.statusCode,
        headers: { get: (name) => headerOf(answer.headers[name.toLowerCase()]) },
        text: async () => answer.payload,
      };
    },
    async decide(approveUrl, form) {
      const answer = await app.inject({
        method: 'POST',
        url: new URL(approveUrl).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
      return answer.statusCode;
    },
    control: (method, path, body) => ask(method, `/control${path}`, body),
    books: async () => (await ask('GET', '/books')).json,
    async round() {
      for (let before = Number.POSITIVE_INFINITY; ;) {
        const { waiting } = (await ask('POST', '/control/rounds')).json;
        if (waiting === 0 || waiting >= before) return waiting;
        before = waiting;
      }
    },
    faultCounts: async () => (await ask('GET', '/control/faults')).json.counts,
    close: () => app.close(),
  };
}

function headerOf(value: number | string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
