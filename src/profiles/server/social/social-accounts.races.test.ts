import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { handedIn } from '#tests/support/people/social-account.ts';
import * as contract from '../../social-contract.ts';

let database: TestDatabase;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database, listens: false });
  admin = await app.signInAdmin();
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const maya = { platform: 'instagram', handle: 'maya.runs', followers: 5000 } as const;
const readStatuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted();
const approve = ({ id, submittedAt }: contract.SocialAccount) =>
  admin.call(contract.decideSocialAccount, {
    params: { id },
    body: { status: 'approved', followers: 5000, submittedAt: submittedAt ?? '' },
  });
const count = async (question: string, values: unknown[]) =>
  (await database.asOwner(`select count(*)::int as n from ${question}`, values)).rows[0].n;

test('of eight concurrent confirmations of one handle, exactly one succeeds, and the others get the reason', async () => {
  const waiting: contract.SocialAccount[] = [];
  for (let each = 0; each < 8; each += 1) {
    const handle = each % 2 ? maya.handle.toUpperCase() : maya.handle;
    waiting.push(await handedIn(await app.signIn('marketer'), { ...maya, handle }));
  }
  const answers = await Promise.all(waiting.map(approve));
  expect(readStatuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  const refused = answers.filter(({ status }) => status === 409).map(({ error }) => error.code);
  expect(new Set(refused)).toEqual(new Set(['social/handle-taken']));
  expect(
    await count('social_account where lower(handle) = $1 and verified_at is not null', [maya.handle]),
  ).toBe(1);
});

test('concurrent declarations, submissions and approvals create one account, notified and audited once', async () => {
  const marketer = await app.signIn('marketer');
  const body = { platform: 'tiktok', handle: 'all_at_once', followers: 5000 } as const;
  const eight = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 8 }, ask));
  const declared = await eight(() => marketer.call(contract.declareSocialAccount, { body }));
  expect(new Set(declared.map((answer) => answer.body.code)).size).toBe(1);
  const params = { id: declared[0]?.body.id ?? '' };
  const submitted = await eight(() => marketer.call(contract.submitSocialAccount, { params }));
  expect(new Set(readStatuses(submitted))).toEqual(new Set([200]));
  const [first] = submitted;
  if (!first) throw new Error('nothing was answered');
  expect(new Set(readStatuses(await eight(() => approve(first.body))))).toEqual(new Set([200]));
  for (const act of ['declared', 'submitted', 'approved']) {
    const audited = await count('audit_entry where action = $1 and object_id = $2', [
      `social-account.${act}`,
      marketer.userId,
    ]);
    expect([act, audited]).toEqual([act, 1]);
  }
});

test('an approval during a disconnect is done before or finds nothing, without an error', async () => {
  for (let round = 0; round < 5; round += 1) {
    const marketer = await app.signIn('marketer');
    const account = await handedIn(marketer, {
      platform: 'youtube',
      handle: `leaving${round}`,
      followers: 10,
    });
    const [decided, gone] = await Promise.all([
      approve(account),
      marketer.call(contract.disconnectSocialAccount, { params: { id: account.id } }),
    ]);
    expect(gone.status).toBe(200);
    expect(decided.status === 200 || decided.error.code === 'social/not-found').toBe(true);
    expect(await count('social_account where account_id = $1', [marketer.userId])).toBe(0);
  }
});
