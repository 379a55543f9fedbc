/**
 * The simulated wallet in this process: its whole HTTP server, called without a socket. Everything runs one
 * after the other, so that the same seed gives the same course. Real time does not matter: late responses
 * advance the clock instead.
 */
import fastify, { type InjectOptions } from 'fastify';
import type { Random } from '#kernel/id.ts';
import { SECOND } from '#kernel/time.ts';
import type { Fetch } from '#payments/server/provider/http-client.ts';
import { walletSimulator } from '@promenade/wallet-simulator';
import type { FaultKind } from '@promenade/wallet-simulator/faults';
import type { DrivenClock } from '#tests/support/app.ts';

export const walletUrl = 'http://127.0.0.1:9/wallet-simulator';
export const walletSettings = {
  clientId: 'test-client',
  clientSecret: 'test-secret',
  webhookId: 'MONEYTESTHOOK',
};
const PREFIX = new URL(walletUrl).pathname;

/** How long the adapter waits for a response. */
const PATIENCE_MS = 15 * SECOND;

/** How long the wallet takes to process a payout. */
const SETTLE_MS = 60 * SECOND;

export interface Delivery {
  type: string;
  headers: Record<string, string>;
  body: Buffer;
}

type Verb = InjectOptions['method'] & string;

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the books and controls answer many forms; each use checks its part
  json: any;
}

export type BookRow = Record<string, string>;
type Books = { balance: string } & Record<
  'orders' | 'captures' | 'refunds' | 'payouts' | 'disputes',
  BookRow[]
>;

export async function drivenWallet(options: {
  clock: DrivenClock;
  random: Random;
  /** Sends a delivery to our webhook and returns the status. */
  deliver(delivery: Delivery): Promise<number>;
  /** Records every call and delivery as a line, with its outcome. */
  tell(line: string): void;
}) {
  const { clock, random, deliver, tell } = options;
  const delivered: Delivery[] = [];
  /** Calls that were carried out but not answered in time. */
  const late = { count: 0 };
  let isTooLate = false;
  const app = fastify();
  app.addHook('onRequest', (request, reply, done) => {
    // Calls without a socket lack one thing: a broken connection must break the call.
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

  const ask = async (method: Verb, path: string, body?: object): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url: PREFIX + path,
      ...(body && { payload: body, headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.statusCode, json: JSON.parse(answer.payload) };
  };

  return {
    delivered,
    late,
    /** The adapter calls the wallet with this function. */
    fetch: (async (url, { method, headers, body }) => {
      const call = `  > ${method} ${url.slice(walletUrl.length)}`;
      isTooLate = false;
      const answer = await app
        .inject({
          method: method as Verb,
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
      return new Response(answer.payload || null, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>, // the simulator sends no header twice
      });
    }) satisfies Fetch,
    /**
     * Presses a button of the approval page; 'slow' approves with a pending capture. Returns the page's
     * status.
     */
    async decide(approveUrl: string, action: string): Promise<number> {
      const form = action === 'slow' ? { action: 'approve', capture: 'pending' } : { action };
      const answer = await app.inject({
        method: 'POST',
        url: new URL(approveUrl).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form as Record<string, string>).toString(),
      });
      return answer.statusCode;
    },
    control: (method: Verb, path: string, body?: object) => ask(method, `/control${path}`, body),
    books: async (): Promise<Books> => (await ask('GET', '/books')).json,
    /**
     * Runs all due work at the wallet and delivers until nothing more is accepted. Returns how many
     * deliveries still wait.
     */
    async round(): Promise<number> {
      for (let before = Number.POSITIVE_INFINITY; ;) {
        const { waiting } = (await ask('POST', '/control/rounds')).json;
        if (waiting === 0 || waiting >= before) return waiting;
        before = waiting;
      }
    },
    faultCounts: async (): Promise<Record<FaultKind, number>> =>
      (await ask('GET', '/control/faults')).json.counts,
    close: () => app.close(),
  };
}
