/**
 * Kills a server, its database, or one of two servers in the middle of writes, at moments that the seed chooses. No
 * write that was answered with success is missing afterwards, and no other answer than 503 tells of the kill.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '#campaigns/funding-contract.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { setProfilePhoto } from '#profiles/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, succeed } from '#tests/support/client.ts';
import type { KillableServer } from '#tests/support/crash/killable-server.ts';
import { remoteClient } from '#tests/support/crash/remote-client.ts';
import { Stage } from '#tests/support/crash/stage.ts';
import {
  draft,
  funded,
  inEscrow,
  loadMoney,
  paid,
  refunded,
  rowsAtWallet,
  worked,
} from '#tests/support/crash/worlds.ts';
import { type PostgresServer, startPostgres } from '#tests/support/databases/postgres.ts';
import { picture } from '#tests/support/media.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { decideAtWallet, draftCampaign, fundDraft } from '#tests/support/people/funded-campaign.ts';
import { uploadFile } from '#tests/support/upload.ts';

const KILLS = 5;
const timeout = 3 * STORY_LIMIT_MS;
const random = seededRandom(Number(process.env['TEST_SEED'] ?? 1));

/** Makes a write, and returns how to see it later. Throws if the write was not acknowledged. */
type Write = () => Promise<() => Promise<unknown>>;

const see = (stage: Stage, id: string) => async () =>
  (await succeed(stage.advertiser.call(getCampaign, { params: { id } }))).status;

/** Twelve writes of this client, of which four move money. */
async function prepareWrites(stage: Stage, client: Client): Promise<Write[]> {
  const photo = await picture('png');
  const unpaid = [];
  for (let number = 0; number < 4; number += 1) unpaid.push(await draft(stage));
  return [
    ...unpaid.map(({ campaignId }) => async () => {
      await fundDraft(client, campaignId);
      return async () => expect(await see(stage, campaignId)()).toBe('active');
    }),
    ...Array.from({ length: 4 }, () => async () => {
      const { id } = await draftCampaign(stage, client);
      return async () => expect(await see(stage, id)()).toBe('draft');
    }),
    ...Array.from({ length: 4 }, (_, number) => async () => {
      const uploadId = await uploadFile(client, photo, 'profile-photo', `${number}.png`);
      return async () => {
        const { url } = await succeed(stage.advertiser.call(setProfilePhoto, { body: { uploadId } }));
        expect((await stage.advertiser.request('GET', url ?? '')).status).toBe(200);
      };
    }),
  ];
}

/** What a caller may see of a kill: a connection that breaks, or 503. */
const interruption = /fetch failed|terminated|other side closed|: 503 |with 503: /;

/** Makes all writes at once, and kills when a number of them that the seed chooses have been acknowledged. */
async function interrupt(writes: readonly Write[], kill: () => Promise<unknown>) {
  const killAfter = 1 + random.below(writes.length / 2);
  const acknowledged: (() => Promise<unknown>)[] = [];
  const faults: string[] = [];
  let killing: Promise<unknown> | undefined;
  await Promise.all(
    writes.map(async (write) => {
      try {
        acknowledged.push(await write());
        if (acknowledged.length >= killAfter) killing ??= kill();
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        if (!interruption.test(text)) faults.push(text);
      }
    }),
  );
  await killing;
  expect(faults).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
  return acknowledged;
}

async function expectWholeLedger(stage: Stage): Promise<void> {
  const { body } = await (await stage.signInAdmin()).call(getTrialBalance);
  expect([body.sum, body.violations]).toEqual(['0.00', []]);
}

describe('invariant 30: a server killed at any moment', () => {
  const stage = new Stage({});
  beforeAll(() => stage.open());
  afterAll(() => stage.close());

  it('has lost no acknowledged write', { timeout }, async () => {
    const acknowledged = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const writes = await prepareWrites(stage, stage.advertiser);
      acknowledged.push(...(await interrupt(writes, () => stage.server.kill())));
      await stage.restart();
    }
    for (const isThere of acknowledged) await isThere();
    await expectWholeLedger(stage);
  });
});

describe('on a PostgreSQL server', () => {
  let postgres: PostgresServer;
  let stage: Stage;
  const twins: KillableServer[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
    // Otherwise a commit may be acknowledged before it is written.
    await query('alter database postgres set synchronous_commit = on');
    // Both servers have the same address for their users.
    stage = new Stage({ DATABASE_URL: postgres.url, PUBLIC_URL: 'http://promenade.test' });
    await stage.open();
    // With wal_level=minimal, a crash turns back the sequences that the migrations made since the last checkpoint.
    await query('checkpoint');
  });
  afterAll(async () => {
    for (const server of twins) await server.kill();
    await stage.close();
    await postgres.stop();
  });

  async function query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  /** Kills one of its processes. PostgreSQL then ends all others and recovers from its log. */
  async function killDatabase(): Promise<void> {
    const operator = new pg.Client({ connectionString: postgres.url });
    operator.on('error', () => undefined);
    const hasCrashed = new Promise((resolve) => operator.once('end', resolve));
    await operator.connect();
    const { rows } = await operator.query(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    );
    process.kill(rows[0].pid, 'SIGKILL');
    await hasCrashed;
  }

  const readiness = async () => (await stage.visitor().request('GET', '/readyz')).status;

  it(
    'invariant 29: a database killed at any moment has lost no acknowledged write',
    { timeout },
    async () => {
      const acknowledged = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const writes = await prepareWrites(stage, stage.advertiser);
        acknowledged.push(...(await interrupt(writes, killDatabase)));
        await expect.poll(readiness, { timeout: STORY_LIMIT_MS }).toBe(200);
      }
      for (const isThere of acknowledged) await isThere();
      await expectWholeLedger(stage);
    },
  );

  /** The same user at another server process. */
  async function startTwin(): Promise<{ server: KillableServer; twin: Client }> {
    const server = await stage.startServer();
    twins.push(server);
    const twin = remoteClient(() => server.origin);
    for (const [name, value] of stage.advertiser.cookies) twin.cookies.set(name, value);
    return { server, twin };
  }

  it(
    'one of two servers, killed at any moment, takes no acknowledged write with it',
    { timeout },
    async () => {
      const acknowledged = [];
      for (let kill = 1; kill <= 2; kill += 1) {
        const { server, twin } = await startTwin();
        const writes = [
          ...(await prepareWrites(stage, twin)),
          ...(await prepareWrites(stage, stage.advertiser)),
        ];
        acknowledged.push(...(await interrupt(writes, () => server.kill())));
      }
      for (const isThere of acknowledged) await isThere();
      await expectWholeLedger(stage);
    },
  );

  it('twenty copies of each call at two servers count once', { timeout }, async () => {
    const { server, twin } = await startTwin();
    const twenty = <Result>(call: (client: Client) => Promise<Result>) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => call(n % 2 === 0 ? twin : stage.advertiser)));
    const unpaid = await draft(stage);
    const params = { id: unpaid.campaignId };
    const { due } = await succeed(twin.call(getEscrowStatus, { params }));
    const wanted = {
      amount: due?.total ?? '',
      currency: 'USD',
      intent: 'CAPTURE',
      campaignId: params.id,
    } as const;
    const orders = await twenty((client) => succeed(client.call(createPaymentOrder, { body: wanted })));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    const [order] = orders;
    await decideAtWallet(stage.advertiser, order?.approveUrl ?? '');
    const orderId = order?.id ?? '';
    const captures = await twenty((client) => client.call(capturePaymentOrder, { params: { orderId } }));
    const capture = captures.find(({ status }) => status === 200)?.body;
    const body = { paypalOrderId: orderId, paypalCaptureId: capture?.id ?? '' };
    await twenty((client) => client.call(fundCampaign, { params, body }));

    const proven = await worked(stage);
    const decision = { params: { id: proven.proofId }, body: { status: 'approved' } } as const;
    await twenty((client) => client.call(decideProof, decision));
    const closed = await funded(stage);
    await twenty((client) => client.call(closeCampaign, { params: { id: closed.campaignId } }));

    await stage.waitFor(() => loadMoney(stage, unpaid), inEscrow);
    await stage.waitFor(() => loadMoney(stage, proven), paid);
    await stage.waitFor(() => loadMoney(stage, closed), refunded);
    expect((await rowsAtWallet(stage, unpaid)).captures).toHaveLength(1);
    await server.kill();
    await stage.auditBooks();
  });
});
