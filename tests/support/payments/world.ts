import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Role } from '#kernel/endpoint.ts';
import { type RefusalCode, refuse } from '#campaigns/domain.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { type Cents, calculateFee } from '#kernel/money.ts';
import type { Clock } from '#kernel/time.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { createHttp } from '#platform/server/http/http.ts';
import { createShedding } from '#platform/server/http/shedding.ts';
import { createLimits } from '#platform/server/limits/limits.ts';
import { createEventStreams } from '#platform/server/live/stream-registry.ts';
import { memoryBus } from '#platform/server/live/live-bus.ts';
import type { Subscription } from '#platform/server/outbox/announce.ts';
import { createOutboxWorker } from '#platform/server/outbox/outbox-worker.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { registerRoutes } from '#platform/server/http/register-routes.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { folderStorage } from '#platform/server/storage/folder-storage.ts';
import { scannedLog } from '#tests/support/scans/log-scan.ts';
import { getEscrowLeft } from '#payments/server/ledger/balance-service.ts';
import { paymentsModule } from '#payments/server/module.ts';
import type { Deps, PaymentsPorts } from '#payments/server/ports.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import type { WalletProvider } from '#payments/server/provider/wallet-provider.ts';
import type { PayeeFacts } from '#payments/server/rules.ts';
import { bindCapture, captureOrder, openOrder, release } from '#payments/server/service.ts';
import { type Fault, fetchThrough, nextFault } from './wallet-faults.ts';
import { walletWebhook } from '#payments/server/webhooks/webhooks.ts';
import { simulatorWebhookId } from '@promenade/wallet-simulator';
import { type RunningSimulator, testCredentials } from '#tests/support/wallet/simulator.ts';
import { overdueDisputes } from '#disputes/server/deadlines.ts';
import { overdueProofs } from '#proofs/server/strength/overdue-proofs.ts';

export interface PaidCampaign {
  campaignId: Id;
  payerId: Id;
  places: number;
  payCents: Cents;
  totalPayCents: Cents;
  feeCents: Cents;
}

/** With the wallet's ids of the order and its capture. */
export type Paid = PaidCampaign & { orderId: string; captureId: string };

/** A marketer whose payouts are not held: identity approved, a first wallet email, a tax ID. */
export const payableFacts: PayeeFacts = {
  isKycApproved: true,
  walletEmail: 'marketer@wallet.example',
  walletEmailSetAt: null,
  isFirstWalletEmail: true,
  hasTaxId: true,
  isSuspended: false,
};

const unknownPayee: PayeeFacts = {
  ...payableFacts,
  isKycApproved: false,
  walletEmail: null,
  hasTaxId: false,
};

export type PaymentsWorld = Awaited<ReturnType<typeof paymentsWorld>>;

/**
 * The payments domain alone, real except for the domains around it. It pays through the simulator, over HTTP.
 */
export async function paymentsWorld({
  database,
  wallet,
  clock,
  subscriptions = () => [],
}: {
  database: Database;
  wallet: Pick<RunningSimulator, 'url' | 'decide'>;
  clock: Clock;
  subscriptions?: (deps: Deps) => Subscription[];
}) {
  const folder = await mkdtemp(join(tmpdir(), 'promenade-payments-'));
  /** Log lines of the level error. */
  const errors: Record<string, unknown>[] = [];
  const log = scannedLog({ write: (line) => errors.push(JSON.parse(line)) }, 'error');

  const faults: Fault[] = [];
  /** Every call to the wallet, as 'METHOD path'. */
  const calls: string[] = [];
  const connect = () =>
    createPayPalProvider(
      { baseUrl: wallet.url, webhookId: simulatorWebhookId, ...testCredentials },
      {
        clock,
        fetch: async (url, init) => {
          const call = `${init.method} ${url.slice(wallet.url.length)}`;
          calls.push(call);
          return fetchThrough(nextFault(faults, call), url, init);
        },
      },
    );
  const provider = connect();
  const providers: WalletProvider[] = [provider];
  /** The facts that profiles and kyc would return, by marketer. */
  const facts = new Map<Id, PayeeFacts>();
  /** Campaigns that would refuse a payment, and why. */
  const notDue = new Map<Id, RefusalCode>();
  const people = new Map<string, { userId: Id; role: Role }>();
  const installation: { restoredAt: Date | null } = { restoredAt: null };
  const ports: PaymentsPorts = {
    getWallet: () => provider,
    getWalletCircuit: () => provider.getCircuit(),
    getRestoredAt: () => installation.restoredAt,
    loadCampaignTitles: async () => new Map(),
    loadPayeeFacts: async (_reader, marketerId) => facts.get(marketerId) ?? unknownPayee,
    // Campaigns lock their row: one transaction per campaign at a time.
    lockPaidCampaign: (tx, campaignId) =>
      tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${campaignId}, 1))`),
    setChargeback: async () => {},
    overdueProofs,
    overdueDisputes,
    // As if every place were free again.
    claimRefundDue: getEscrowLeft,
    getRefundDue: getEscrowLeft,
    checkOrderDue: async (tx, { campaignId }) => {
      await ports.lockPaidCampaign(tx, campaignId);
      const code = notDue.get(campaignId);
      return code ? refuse(code) : null;
    },
    checkTipDue: async () => null,
    getListeningAddress: () => 'http://promenade.test',
    listLateSweeps: () => worker.listLateSweeps(),
    findTokenActor: async () => null,
    findActor: async (tokenHash) => {
      const person = people.get(tokenHash);
      return person ? { ...person, sessionId: person.userId, signedInAt: clock.now(), lacks: null } : null;
    },
  };
  const deps: Deps = {
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: folder, PUBLIC_URL: 'http://promenade.test' }),
    db: database.db,
    clock,
    random: systemRandom,
    log,
    storage: await folderStorage({ folder, random: systemRandom }),
    limits: createLimits('off', { clock, log }),
    shedding: createShedding({ limit: 1000, random: systemRandom }),
    liveBus: memoryBus(),
    liveStreams: createEventStreams({ clock, log }),
    ports,
  };

  const http = await createHttp(deps);
  registerRoutes(http, deps, paymentsModule.routes?.(deps) ?? []);
  await http.register(walletWebhook(deps));
  const worker = createOutboxWorker({
    ...deps,
    subscriptions: [...(paymentsModule.subscriptions?.(deps) ?? []), ...subscriptions(deps)],
    effects: paymentsModule.effects?.(deps) ?? [],
    sweeps: paymentsModule.sweeps?.(deps) ?? [],
    isAlone: database.engine === 'embedded',
  });

  async function newAccount(role: Role): Promise<Id> {
    const id = randomUUID();
    await database.pool.query('insert into account (id, email, role, created_at) values ($1, $2, $3, $4)', [
      id,
      `${id}@promenade.test`,
      role,
      clock.now(),
    ]);
    return id;
  }

  /** Opens an order, approves it at the wallet and captures it. Returns the wallet's ids. */
  async function pay({ campaignId, payerId, totalPayCents, feeCents }: PaidCampaign) {
    const { orderId, approveUrl } = await openOrder(deps, {
      campaignId,
      payerId,
      payCents: totalPayCents,
      feeCents,
      description: 'A campaign',
      returnUrl: 'http://promenade.test/paid',
      cancelUrl: 'http://promenade.test/cancelled',
    });
    await wallet.decide(approveUrl, 'approve');
    const { captureId } = await captureOrder(deps, { orderId, payerId });
    return { orderId, captureId };
  }

  return {
    deps,
    http,
    worker,
    facts,
    notDue,
    faults,
    calls,
    errors,
    installation,
    newAccount,
    /** Returns the dependencies of another process, which shares the database and the wallet. */
    otherProcess(): Deps {
      const other = connect();
      providers.push(other);
      return { ...deps, ports: { ...ports, getWallet: () => other } };
    },
    /** Returns a cookie header for this account. */
    cookieOf(userId: Id, role: Role): string {
      people.set(hashToken(userId), { userId, role });
      return `sid=${userId}`;
    },
    pay,
    /** Pays for a new campaign and moves the money into its escrow. */
    async fund(places: number, payCents: Cents): Promise<Paid> {
      const campaign = newCampaign(await newAccount('advertiser'), places, payCents);
      const paid = { ...campaign, ...(await pay(campaign)) };
      await transact(deps.db, (tx) => bindCapture(tx, deps, { ...paid, payCents: campaign.totalPayCents }));
      return paid;
    },
    /** Approves the k-th place of a campaign for this marketer. */
    release: (campaign: PaidCampaign, marketerId: Id, placeNumber: number, sourceId: Id = randomUUID()) =>
      transact(deps.db, async (tx) => {
        await ports.lockPaidCampaign(tx, campaign.campaignId);
        return release(tx, deps, {
          campaignId: campaign.campaignId,
          campaignTitle: 'Spring launch',
          sourceId,
          marketerId,
          amountCents: campaign.payCents,
          feeCents: campaign.feeCents,
          placeNumber,
          places: campaign.places,
        });
      }),
    async violations(): Promise<{ rule: string; reference: string }[]> {
      const { rows } = await database.pool.query('select rule, reference from ledger.violation');
      return rows;
    },
    async close(): Promise<void> {
      await http.close();
      await Promise.all(providers.map((one) => one.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the code of the refusal, or 'none'. */
export async function catchRefusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

export function newCampaign(payerId: Id, places: number, payCents: Cents): PaidCampaign {
  const totalPayCents = places * payCents;
  return {
    campaignId: randomUUID(),
    payerId,
    places,
    payCents,
    totalPayCents,
    feeCents: calculateFee(totalPayCents, 1500),
  };
}
