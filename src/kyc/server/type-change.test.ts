import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeUserType } from '#auth/change-type-contract.ts';
import { getCurrentUser } from '#auth/contract.ts';
import type { ChoosableType } from '#auth/sign-in-contract.ts';
import type { Client } from '#tests/support/app.ts';
import { getKycStatus, listKyc, openMyKycDocument } from '../contract.ts';
import { kycBusinessSample } from '../sample.ts';
import { stageKyc } from '#tests/support/people/kyc.ts';

let stage: Awaited<ReturnType<typeof stageKyc>>;
beforeAll(async () => {
  stage = await stageKyc();
});
afterAll(() => stage.app.close());

async function become(client: Client, newUserType: ChoosableType): Promise<string> {
  await stage.app.runDue();
  const answer = await client.call(changeUserType, { body: { email: client.email, newUserType } });
  expect(answer.status, answer.error?.message).toBe(200);
  await stage.app.runDue();
  const mail = await stage.app.lastMail(client.email);
  expect(mail.subject).toContain('Your Promenade account is now');
  return mail.text;
}

const RESET_NOTICE = 'Your identity check was for your previous account type';

const left = (userId: string) =>
  stage.rows(
    `select (select count(*) from kyc where account_id = $1)::int as checks,
       (select count(*) from kyc_document where account_id = $1)::int as documents,
       (select count(*) from kyc_key where account_id = $1)::int as keys`,
    [userId],
  );

const takenBack = (userId: string) =>
  stage.rows(
    `select actor_role, details from audit_entry where object_id = $1 and action = 'kyc.taken-back'`,
    [userId],
  );

it.each(['pending', 'approved'] as const)(
  'deletes a check that is %s when the role changes',
  async (from) => {
    const client = await stage.waiting();
    if (from === 'approved') {
      const admin = await stage.app.signInAdmin();
      expect((await stage.decide(admin, client.userId, 'approved')).status).toBe(200);
      expect((await client.call(getCurrentUser)).body.isVerified).toBe(true);
    }
    const files = (await stage.storedFiles()).length;
    expect(await become(client, 'advertiser')).toContain(RESET_NOTICE);
    expect((await client.call(getCurrentUser)).body).toMatchObject({
      userType: 'advertiser',
      kycStatus: 'incomplete',
      isVerified: false,
    });
    expect((await client.call(getKycStatus)).body).toMatchObject({
      kycStatus: 'incomplete',
      firstName: null,
      documents: [],
    });
    expect(await left(client.userId)).toEqual([{ checks: 0, documents: 0, keys: 0 }]);
    expect((await client.call(openMyKycDocument, { params: { kind: 'idDocument' } })).status).toBe(404);
    expect((await stage.storedFiles()).length).toBe(files - 2);
    expect(await takenBack(client.userId)).toEqual([
      { actor_role: 'platform', details: { from, documents: 2 } },
    ]);
    const admin = await stage.app.signInAdmin();
    expect((await stage.decide(admin, client.userId, 'approved')).error.code).toBe('kyc/not-found');

    const short = await stage.handIn(client);
    expect([short.status, Object.keys(short.error.fields ?? {})]).toEqual([
      400,
      ['businessName', 'businessAddress', 'businessType', 'businessTaxId', 'businessDescription'],
    ]);
    expect((await stage.handIn(client, kycBusinessSample)).status).toBe(200);
    expect((await stage.decide(admin, client.userId, 'approved')).status).toBe(200);
    expect((await client.call(getCurrentUser)).body.isVerified).toBe(true);
  },
);

it('keeps a rejected check, which must be resubmitted anyway', async () => {
  const client = await stage.waiting();
  const admin = await stage.app.signInAdmin();
  await stage.decide(admin, client.userId, 'rejected', 'Blurred');
  expect(await become(client, 'advertiser')).not.toContain(RESET_NOTICE);
  expect((await client.call(getKycStatus)).body).toMatchObject({
    kycStatus: 'rejected',
    rejectionReason: 'Blurred',
  });
  expect(await takenBack(client.userId)).toEqual([]);
  const { body } = await admin.call(listKyc, { query: { userId: client.userId } });
  expect(body).toMatchObject([{ kycStatus: 'rejected' }]);
});

it('does not mention the check to a user who submitted nothing', async () => {
  const client = await stage.newcomer();
  expect(await become(client, 'advertiser')).not.toContain(RESET_NOTICE);
  expect(await takenBack(client.userId)).toEqual([]);
});
