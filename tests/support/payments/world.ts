import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Role } from '#kernel/endpoint.ts';
import { Refusal, refuse, type RefusalCode } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { type Cents, feeOn } from '#kernel/money.ts';
import type { Clock } from '#kernel/time.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { createHttp } from '#platform/server/http.ts';
import { createLimits } from '#platform/server/limits/limits.ts';
import { createEventStreams } from '#platform/server/live/event-streams.ts';
import { memoryBus } from '#platform/server/live/live-bus.ts';
import type { Subscription } from '#platform/server/outbox/announce.ts';
import { createOutboxWorker, type OutboxWorker } from '#platform/server/outbox/outbox-worker.ts';
import { listeningAddress } from '#platform/server/public-address.ts';
import { systemRandom } from '#platform/server/random.ts';
import { registerRoutes } from '#platform/server/register-routes.ts';
import { findActor, hashToken } from '#platform/server/session.ts';
import { Slots } from '#platform/server/slots.ts';
import { folderStorage } from '#platform/server/storage/folder-storage.ts';
import { scannedLog } from '../log-scan.ts';
import { escrowLeft } from '#payments/server/balance-service.ts';
import { paymentsModule } from '#payments/server/module.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import type { PayeeFacts } from '#payments/server/rules.ts';
import { bindCapture, captureOrder, openOrder, release, type Released } from '#payments/server/service.ts';
import { lockPurpose, payeeFacts, refundDue, walletProvider, whyNotDue } from '#payments/server/slots.ts';
import { type Fault, fetchThrough, takeFault } from './wallet-faults.ts';
import { walletWebhook } from '#payments/server/webhooks.ts';

/** The wallet that the world pays through: the simulator, over HTTP. */
interface WalletForTests {
  url: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  decide(approveUrl: string, action: string): Promise<unknown>;
}

export interface PaymentsWorld {
  deps: Deps;
  http: FastifyInstance;
  worker: OutboxWorker;
  /** What profiles and kyc would say, by marketer. */
  facts: Map<Id, PayeeFacts>;
  /** Purposes that would refuse a payment, and why. */
  notDue: Map<Id, RefusalCode>;
  faults: Fault[];
  /** Every call that left for the wallet, as 'METHOD path'. */
  calls: string[];
  /** Lines that were logged as errors. */
  errors: Record<string, unknown>[];
  newAccount(role: Role): Promise<Id>;
  /** A cookie header that speaks for this account. */
  cookieOf(userId: Id, role: Role): string;
  /** Opens an order, approves it at the wallet and collects it. Answers the wallet's ids. */
  pay(purpose: Purpose): Promise<{ orderId: string; captureId: string }>;
  /** Pays for a new purpose and puts the money into its escrow. */
  fund(places: number, payCents: Cents): Promise<Paid>;
  /** Approves the k-th place of a purpose for this marketer. */
  release(purpose: Purpose, marketerId: Id, placeNumber: number, sourceId?: Id): Promise<Released>;
  violations(): Promise<{ rule: string; reference: string }[]>;
  close(): Promise<void>;
}

export interface Purpose {
  purposeId: Id;
  payerId: Id;
  places: number;
  payCents: Cents;
  totalPayCents: Cents;
  feeCents: Cents;
}

/** With the wallet's ids of the order and its capture. */
export type Paid = Purpose & { orderId: string; captureId: string };

/** Somebody whom nothing holds: KYC approved, a first wallet email, a tax id. */
export const payableFacts: PayeeFacts = {
  isKycApproved: true,
  walletEmail: 'marketer@wallet.example',
  walletEmailSetAt: null,
  isFirstWalletEmail: true,
  hasTaxId: true,
  isSuspended: false,
};

const nobodyYet: PayeeFacts = {
  isKycApproved: false,
  walletEmail: null,
  walletEmailSetAt: null,
  isFirstWalletEmail: true,
  hasTaxId: false,
  isSuspended: false,
};

/** Payments alone, with everything real but the domains before and after them. */
export async function paymentsWorld(options: {
  database: Database;
  wallet: WalletForTests;
  clock: Clock;
  subscriptions?: (deps: Deps) => Subscription[];
}): Promise<PaymentsWorld> {
  const { database, wallet, clock } = options;
  const folder = await mkdtemp(join(tmpdir(), 'promenade-payments-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, PUBLIC_URL: 'http://promenade.test' });
  const errors: Record<string, unknown>[] = [];
  const log = scannedLog({ write: (line) => errors.push(JSON.parse(line)) }, 'error');
  const slots = new Slots();
  const deps: Deps = {
    config,
    db: database.db,
    clock,
    random: systemRandom,
    log,
    storage: await folderStorage({ folder, random: systemRandom }),
    limits: createLimits('off', clock),
    liveBus: memoryBus(),
    liveStreams: createEventStreams({ clock, log }),
    slots,
  };

  const faults: Fault[] = [];
  const calls: string[] = [];
  const provider = createPayPalProvider(
    { ...wallet, baseUrl: wallet.url },
    {
      clock,
      fetch: async (url, init) => {
        const call = `${init.method} ${url.slice(wallet.url.length)}`;
        calls.push(call);
        return fetchThrough(takeFault(faults, call), url, init);
      },
    },
  );
  const facts = new Map<Id, PayeeFacts>();
  const notDue = new Map<Id, RefusalCode>();
  const people = new Map<string, { userId: Id; role: Role }>();
  slots.fill(walletProvider, provider);
  slots.fill(payeeFacts, async (_reader, marketerId) => facts.get(marketerId) ?? nobodyYet);
  // What campaigns do with their row's lock: one transaction at a time for one purpose.
  slots.fill(lockPurpose, async (tx, purposeId) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${purposeId}, 1))`);
  });
  // As if nobody held a place any more.
  slots.fill(refundDue, escrowLeft);
  slots.fill(whyNotDue, async (_tx, { purposeId }) => {
    const code = notDue.get(purposeId);
    return code ? refuse(code) : null;
  });
  slots.fill(listeningAddress, () => 'http://promenade.test');
  slots.fill(findActor, async (_db, tokenHash) => {
    const person = people.get(tokenHash);
    return person ? { ...person, sessionId: person.userId, signedInAt: clock.now(), lacks: null } : null;
  });

  const http = await createHttp(deps);
  registerRoutes(http, deps, paymentsModule.routes?.(deps) ?? []);
  await http.register(walletWebhook(deps));
  const worker = createOutboxWorker({
    ...deps,
    subscriptions: [
      ...(paymentsModule.subscriptions?.(deps) ?? []),
      ...(options.subscriptions?.(deps) ?? []),
    ],
    effects: paymentsModule.effects?.(deps) ?? [],
    sweeps: paymentsModule.sweeps?.(deps) ?? [],
    isAlone: database.engine === 'embedded',
  });

  const world: PaymentsWorld = {
    deps,
    http,
    worker,
    facts,
    notDue,
    faults,
    calls,
    errors,
    async newAccount(role) {
      const id = randomUUID();
      await database.pool.query('insert into account (id, email, role, created_at) values ($1, $2, $3, $4)', [
        id,
        `${id}@promenade.test`,
        role,
        clock.now(),
      ]);
      return id;
    },
    cookieOf(userId, role) {
      people.set(hashToken(userId), { userId, role });
      return `sid=${userId}`;
    },
    async pay(purpose) {
      const { purposeId, payerId, totalPayCents, feeCents } = purpose;
      const order = await openOrder(deps, {
        purposeId,
        payerId,
        payCents: totalPayCents,
        feeCents,
        description: 'A campaign',
        returnUrl: 'http://promenade.test/paid',
        cancelUrl: 'http://promenade.test/cancelled',
      });
      await wallet.decide(order.approveUrl, 'approve');
      const { captureId } = await captureOrder(deps, { orderId: order.orderId, payerId });
      return { orderId: order.orderId, captureId };
    },
    async fund(places, payCents) {
      const purpose = newPurpose(await world.newAccount('advertiser'), places, payCents);
      const { totalPayCents, purposeId, payerId } = purpose;
      const paid = await world.pay(purpose);
      const binding = { ...paid, purposeId, payerId, payCents: totalPayCents };
      await transact(deps.db, (tx) => bindCapture(tx, deps, binding));
      return { ...purpose, ...paid };
    },
    release: (purpose, marketerId, placeNumber, sourceId = randomUUID()) =>
      transact(deps.db, async (tx) => {
        await slots.get(lockPurpose)(tx, purpose.purposeId);
        return release(tx, deps, {
          purposeId: purpose.purposeId,
          purposeTitle: 'Spring launch',
          sourceId,
          marketerId,
          amountCents: purpose.payCents,
          feeCents: purpose.feeCents,
          placeNumber,
          places: purpose.places,
        });
      }),
    async violations() {
      const { rows } = await database.pool.query('select rule, reference from ledger.violation');
      return rows;
    },
    async close() {
      await http.close();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** The code of the refusal that it ends with, else 'none'. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

export function newPurpose(payerId: Id, places: number, payCents: Cents): Purpose {
  const totalPayCents = places * payCents;
  return {
    purposeId: randomUUID(),
    payerId,
    places,
    payCents,
    totalPayCents,
    feeCents: feeOn(totalPayCents, 1500),
  };
}
