import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { decideDispute, openDispute } from '../contract.ts';

const AT_ONCE = 10;
const WORKS = 4;

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const times = <Answer>(work: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => work()));

test('concurrent requests open one dispute, one of two opposite decisions wins, and it pays at most once', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: WORKS, holders: WORKS });
  const admin = await app.signInAdmin();
  for (const marketer of holders) {
    const id = await sendPost(marketer, campaign.id);
    await advertiser.call(decideProof, { params: { id }, body: { status: 'rejected' } });
    const opened = await times(() =>
      marketer.call(openDispute, { params: { id }, body: { reason: 'It is there.' } }),
    );
    const won = opened.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const { status, error } of opened) if (status !== 201) expect(error.code).toBe('dispute/exists');

    const params = { id: won[0]?.body.id ?? '' };
    await handToAdmins(advertiser, params.id);
    const decide = (status: 'upheld' | 'rejected') =>
      admin.call(decideDispute, { params, body: { status, note: 'Seen.' } });
    const [upheld, rejected] = await Promise.all([
      times(() => decide('upheld')),
      times(() => decide('rejected')),
      times(() => advertiser.call(closeCampaign, { params: { id: campaign.id } })),
    ]);
    const { rows } = await database.asOwner(
      `select d.state, p.status, (select count(*)::int from payment where source_id = p.id) as payments
         from dispute d join proof p on p.id = d.proof_id where d.id = $1`,
      [params.id],
    );
    const isUpheld = rows[0].state === 'upheld';
    expect(rows[0]).toEqual(
      isUpheld
        ? { state: 'upheld', status: 'approved', payments: 1 }
        : { state: 'rejected', status: 'rejected', payments: 0 },
    );
    for (const { status } of isUpheld ? upheld : rejected) expect(status).toBe(200);
    for (const { status, error } of isUpheld ? rejected : upheld)
      expect([status, error.code]).toEqual([409, 'dispute/decided']);
  }
  expect((await database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});
