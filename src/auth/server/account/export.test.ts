import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { decideProof } from '#proofs/contract.ts';
import { startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { makePayable } from '#tests/support/people/identity-check.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { exportOwnData } from '../../account-contract.ts';
import { listExportParts } from './export-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Export = Record<string, unknown> & { isComplete: boolean };

async function readExport(client: Client): Promise<{ text: string; data: Export }> {
  const { status, headers, error } = await client.request('GET', exportOwnData.path);
  expect(status, error?.message).toBe(200);
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="promenade-export-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(headers['cache-control']).toBe('no-store');
  const data = error as unknown as Export; // the client reads every JSON answer
  return { text: JSON.stringify(data), data };
}

async function again(client: Client, userType: 'marketer' | 'advertiser'): Promise<Client> {
  await app.runDue();
  return app.signIn(userType, client.email);
}

async function name(client: Client, first: string, last: string): Promise<void> {
  await app.database.asOwner(
    `insert into profile (account_id, first_name, last_name, phone_number, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (account_id) do update set first_name = $2, last_name = $3, phone_number = $4`,
    [client.userId, first, last, `phone of ${first}`, app.clock.now()],
  );
}

test('exports all of the user’s own data, and nothing of the other side', async () => {
  const start = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, start, { places: 1, holders: 1 });
  const advertiser = await again(start, 'advertiser');
  const marketer = await again(holders[0] as Client, 'marketer');
  await name(advertiser, 'Ada', 'Vertiser');
  await name(marketer, 'Maya', 'Field');
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  await makePayable(app, marketer);
  await app.runDue();

  const mine = await readExport(marketer);
  expect(mine.data).toMatchObject({
    format: 'promenade-export',
    version: 1,
    account: { email: marketer.email, userType: 'marketer' },
    profile: { firstName: 'Maya', walletEmail: `wallet-of-${marketer.email}` },
    consents: expect.arrayContaining([expect.objectContaining({ kind: 'location', isGiven: true })]),
    kyc: { kycStatus: 'approved' },
    applications: [{ status: 'approved', campaignTitle: campaign.title }],
    proofs: [
      {
        id: proofId,
        status: 'approved',
        postUrl: `https://instagram.com/p/${marketer.userId}-${campaign.id}`,
      },
    ],
    payments: [{ amountCents: 10_000, campaignTitle: campaign.title }],
    campaigns: [],
    notificationChoices: expect.arrayContaining([
      { topic: 'money', isMailed: true, isFixed: false, isPushed: true },
    ]),
    isComplete: true,
  });
  expect(mine.data['payouts']).toHaveLength(1);
  expect(mine.data['notifications']).not.toEqual([]);
  expect(mine.data['auditEntries']).toContainEqual(
    expect.objectContaining({ action: 'account.exported', by: 'you' }),
  );
  for (const trace of ['Ada', 'Vertiser', advertiser.email, advertiser.userId])
    expect(mine.text).not.toContain(trace);

  const theirs = await readExport(advertiser);
  expect(theirs.data).toMatchObject({
    campaigns: [{ id: campaign.id, title: campaign.title, escrowCents: 10_000 }],
    orders: [{ state: 'bound', amountCents: 11_500 }],
    proofs: [],
    payments: [],
    isComplete: true,
  });
  for (const trace of ['Maya', 'Field', marketer.email, marketer.userId, 'instagram.com/p/'])
    expect(theirs.text).not.toContain(trace);
  expect(mine.text + theirs.text).not.toMatch(/tokenHash|codeHash|requestId|sealed|wrapped|storageKey/i);
});

test('streams the user’s own positions one by one, however many there are', async () => {
  const { campaign, marketers } = await runningCampaign(app, { totalMarketersNeeded: 2 }, 2);
  const [first, second] = [await again(marketers[0] as Client, 'marketer'), marketers[1] as Client];
  for (const [client, lat] of [
    [first, 37.7955],
    [second, 37.1234],
  ] as const) {
    const session = await client.call(startSession, { params: { id: campaign.id } });
    expect(session.status, session.error?.message).toBe(201);
    await client.call(updateLocation, {
      params: { id: campaign.id },
      body: { latitude: lat, longitude: -122.3937, accuracy: 10 },
    });
  }
  await app.database.asOwner(
    `insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
       select s.id, s.started_at - n * interval '1 second', s.started_at, 1 + n / 1000000.0, 2, 5
         from tracking_session s, generate_series(1, 20000) n where s.marketer_id = $1`,
    [first.userId],
  );
  const { text, data } = await readExport(first);
  expect(data['positions']).toHaveLength(20_001);
  expect(data['trackingSessions']).toHaveLength(1);
  expect(data['livePositions']).toEqual([expect.objectContaining({ isInZone: expect.any(Boolean) })]);
  expect(data.isComplete).toBe(true);
  expect(text).not.toContain('37.1234');
});

test('requires a recent sign-in, is audited, and is mailed to the owner', async () => {
  const client = await app.signIn('advertiser');
  await draftCampaign(app, client);
  app.clock.advance(15 * MINUTE);
  expect((await client.request('GET', exportOwnData.path)).error.code).toBe('auth/recent-required');
  const fresh = await again(client, 'advertiser');
  await readExport(fresh);
  await app.runDue();
  expect((await app.lastMail(client.email)).subject).toBe('Your Promenade data was downloaded');
  expect((await app.visitor().request('GET', exportOwnData.path)).status).toBe(401);
});

test('limits exports per hour', async () => {
  const limited = await testApp({ settings: { LIMITS: 'export=2/1h' } });
  try {
    const client = await limited.signIn('marketer');
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await client.request('GET', exportOwnData.path)).status);
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await limited.close();
  }
});

const notExported: Readonly<Record<string, string>> = {
  sign_in_challenge: 'hashes of codes and links that last ten minutes',
  second_factor_recovery_code: 'hashes of secrets',
  second_factor_challenge: 'secrets that last minutes',
  second_factor_guard: 'counts wrong codes',
  wallet_connection: 'a way to the wallet and back, which holds no address and lasts minutes',
  track_shape: 'hashes of how a session moved, by which copied tracks are found',
  track_profile: 'the route of the part positions again, smoothed, without its place',
  upload_thumbnail: 'small copies of the images in the part files',
  proof_image: 'hashes of images in the part files, by which copies are found',
  proof_video: 'hashes of videos in the part files, by which copies are found',
  capture_permit: 'when the camera was opened; the photos are in the part proofs',
  kyc_key: 'the key that seals what the part kyc shows',
};

test('exports every table that belongs to an account, unless it is listed here', async () => {
  const { rows } = await app.database.asOwner(`
    with recursive reference as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
        from pg_constraint where contype = 'f' and conparentid = 0
    ), hanging as (
      select child from reference where parent = 'account'
      union
      select r.child from reference r join hanging h on r.parent = h.child
    )
    select distinct child as name from hanging
    union select 'account'
    union select table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('actor_id', 'owner_id', 'account_id', 'user_id')
    order by 1`);
  const tables = rows.map((row) => String(row['name']));
  const exported = new Set(listExportParts(app.deps).flatMap((part) => part.tables));
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((table) => !exported.has(table) && !(table in notExported))).toEqual([]);
  expect([...exported, ...Object.keys(notExported)].filter((table) => !tables.includes(table))).toEqual([]);
  const names = listExportParts(app.deps).map((part) => part.name);
  expect(new Set(names).size).toBe(names.length);
});
