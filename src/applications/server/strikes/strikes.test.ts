import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { exportOwnData } from '#auth/account-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { startSession } from '#tracking/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { knowFollowers } from '#tests/support/people/known-followers.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import * as contract from '../../contract.ts';
import { getEligibility } from '../../eligibility-contract.ts';
import { appealStrike, decideStrike, listOwnStrikes, listStrikes } from '../../strike-contract.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(20 * DAY), ADMIN_SESSION_IDLE_MS: String(20 * DAY) },
  });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
  marketer = await readyMarketer(app);
});
afterAll(() => app.close());

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR).toISOString();
const withdraw = (client: Client, id: string) =>
  client.call(contract.decideApplication, { params: { id }, body: { status: 'withdrawn' } });
const strikes = async (client = marketer) => (await client.call(listOwnStrikes)).body;
const eligibility = (client: Client, id: string) => client.call(getEligibility, { params: { id } });
const own = async (id: string) =>
  (await marketer.call(contract.listApplications)).body.find((application) => application.id === id);

async function approvedFor(hours: number, changes: Partial<CampaignFormInput> = {}) {
  const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(hours), ...changes });
  return { campaign, id: await approve(advertiser, marketer, campaign.id) };
}

const keepWorking = (until: Date | string) => keepWorkingUntil(app, until);

async function leaveLate(): Promise<string> {
  const { campaign, id } = await approvedFor(13);
  await keepWorking(inHours(12));
  expect((await own(id))?.isWithdrawalLate).toBe(true);
  expect((await withdraw(marketer, id)).status).toBe(200);
  return campaign.title;
}

describe('a strike', () => {
  test('is given once for withdrawing within twelve hours of the start', async () => {
    const early = await approvedFor(12.1);
    expect(await own(early.id)).toMatchObject({ isWithdrawalLate: false, lateWithdrawalFrom: inHours(0.1) });
    await withdraw(marketer, early.id);
    expect((await strikes()).strikes).toEqual([]);

    const title = await leaveLate();
    await app.runDue();
    const { strikes: list, pausedUntil } = await strikes();
    expect(list).toMatchObject([
      {
        campaignTitle: title,
        kind: 'late-withdrawal',
        status: 'standing',
        at: app.clock.now().toISOString(),
        expiresAt: new Date(app.clock.now().getTime() + 90 * DAY).toISOString(),
        isCounted: true,
        can: { appeal: true, decide: false },
      },
    ]);
    expect(pausedUntil).toBeNull();
    await withdraw(marketer, list[0]?.applicationId ?? '');
    expect((await strikes()).strikes).toEqual(list);
    const told = (await marketer.call(listNotifications)).body.notifications;
    expect(told.find(({ kind }) => kind === 'strike.given')).toMatchObject({
      title: `You got a strike: ${title}`,
      href: '/applications#strikes',
    });
  });

  test('is given for a no-show, but not to a marketer who came or was released', async () => {
    const [came, closed] = [await readyMarketer(app), await readyMarketer(app)];
    const { campaign, id } = await approvedFor(3);
    await approve(advertiser, came, campaign.id);
    const other = await fundedCampaign(app, advertiser, { startTime: inHours(3) });
    await approve(advertiser, closed, other.id);
    await keepWorking(inHours(3));
    expect((await came.call(startSession, { params: { id: campaign.id } })).status).toBe(201);
    await advertiser.call(closeCampaign, { params: { id: other.id } });
    await keepWorking(new Date(Date.parse(campaign.closesAt ?? '') - MINUTE));
    await app.runDue();
    expect((await strikes()).strikes).toEqual([]);
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await strikes()).strikes).toMatchObject([{ applicationId: id, kind: 'no-show' }]);
    expect((await strikes(came)).strikes).toEqual([]);
    expect((await strikes(closed)).strikes).toEqual([]);
    app.clock.advance(3 * DAY);
    await app.runDue();
    expect((await strikes()).strikes).toHaveLength(1);
    // Withdrawing is impossible after the end.
    expect(await own(id)).toMatchObject({ campaign: { status: 'completed' }, can: { withdraw: false } });
    const refused = await withdraw(marketer, id);
    expect([refused.status, refused.error.code]).toEqual([409, 'application/over']);
    expect((await own(id))?.status).toBe('approved');
  });

  test('waits without a location check until proof can no longer be sent', async () => {
    const { campaign } = await approvedFor(3, {
      proofRequirements: { requireLocationCheck: false, videoDuration: 0 },
    });
    await keepWorking(campaign.closesAt ?? '');
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await strikes()).strikes).toEqual([]);
    await keepWorking(campaign.proofDueAt ?? '');
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await strikes()).strikes).toMatchObject([{ kind: 'no-show' }]);
  });

  // outage-rules.test.ts has every case.
  test.each([
    ['during the work', 0, 10 * MINUTE, 0],
    ['for a part of the night after it', 8 * HOUR, HOUR, 1],
    ['when the time ran out, and long after that', 24 * HOUR, 9 * HOUR, 0],
  ])(
    'after an outage %s depends on whether the marketer could have started',
    async (_, fromStart, length, expected) => {
      const { campaign } = await approvedFor(3);
      await keepWorking(new Date(Date.parse(campaign.startTime ?? '') + fromStart));
      app.clock.advance(length);
      const closesAt = new Date(campaign.closesAt ?? '');
      if (app.clock.now() < closesAt) await keepWorking(closesAt);
      for (let round = 0; round < 2; round += 1) {
        app.clock.advance(2 * MINUTE);
        await app.runDue();
        expect((await strikes()).strikes).toHaveLength(expected);
      }
    },
  );

  test.each([
    ['from before the work until after its start', -5 * HOUR, 5.2 * HOUR, 0],
    ['for a part of the night after it', 8 * HOUR, 30 * MINUTE, 1],
  ])(
    'after a suspension %s that has ended depends on whether the marketer could have started',
    async (_, fromStart, length, expected) => {
      const { campaign, id } = await approvedFor(8);
      const suspendedAt = Date.parse(campaign.startTime ?? '') + fromStart;
      await keepWorking(new Date(suspendedAt));
      const params = { id: marketer.userId };
      const body = { reason: 'Looked into.' };
      expect((await (await app.signInAdmin()).call(suspendUser, { params, body })).status).toBe(200);
      await keepWorking(new Date(suspendedAt + length));
      expect((await (await app.signInAdmin()).call(reactivateUser, { params, body })).status).toBe(200);
      await keepWorking(campaign.closesAt ?? '');
      app.clock.advance(2 * MINUTE);
      await app.runDue();
      const { rows } = await app.database.asOwner('select kind from strike where application_id = $1', [id]);
      expect(rows).toHaveLength(expected);
    },
  );

  test('is not given if the approval came too late to be seen', async () => {
    const { campaign, id } = await approvedFor(2);
    expect(await own(id)).toMatchObject({ isWithdrawalLate: false, lateWithdrawalFrom: null });
    app.clock.advance(3 * HOUR);
    expect((await own(id))?.isWithdrawalLate).toBe(false);
    await keepWorking(campaign.closesAt ?? '');
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await strikes()).strikes).toEqual([]);
  });

  test('is not given before the start after an approval within half a day of it', async () => {
    const { campaign, id } = await approvedFor(11);
    app.clock.advance(10 * HOUR);
    expect(await own(id)).toMatchObject({ isWithdrawalLate: false, lateWithdrawalFrom: campaign.startTime });
    expect((await withdraw(marketer, id)).status).toBe(200);
    expect((await strikes()).strikes).toEqual([]);
  });

  test.each([
    ['for as long as a restart takes', { from: -2 * MINUTE, until: 2 * MINUTE }, { freeFor: 0, strikes: 1 }],
    ['for longer', { from: -10 * MINUTE, until: 30 * MINUTE }, { freeFor: 90 * MINUTE, strikes: 0 }],
  ])('after an outage %s, is given only from the extended time on', async (_, outage, expected) => {
    const { id } = await approvedFor(13);
    const mark = app.clock.now().getTime() + HOUR;
    await keepWorking(new Date(mark + outage.from));
    app.clock.set(new Date(mark + outage.until));
    const lateWithdrawalFrom = new Date(mark + expected.freeFor);
    const answer = {
      isWithdrawalLate: expected.strikes > 0,
      lateWithdrawalFrom: lateWithdrawalFrom.toISOString(),
    };
    expect(await own(id)).toMatchObject(answer);
    // Advance to the last moment without a strike.
    if (expected.strikes === 0) await keepWorking(new Date(lateWithdrawalFrom.getTime() - 1));
    expect(await own(id)).toMatchObject(answer);
    expect((await withdraw(marketer, id)).status).toBe(200);
    expect((await strikes()).strikes).toHaveLength(expected.strikes);
  });

  test('is given if the marketer did not use the extra hour after an outage', async () => {
    const { id } = await approvedFor(13);
    const mark = inHours(1);
    await keepWorking(new Date(Date.parse(mark) - 10 * MINUTE));
    app.clock.advance(40 * MINUTE);
    await keepWorking(inHours(1));
    expect(await own(id)).toMatchObject({
      isWithdrawalLate: true,
      lateWithdrawalFrom: app.clock.now().toISOString(),
    });
    expect((await withdraw(marketer, id)).status).toBe(200);
    expect((await strikes()).strikes).toMatchObject([{ kind: 'late-withdrawal' }]);
  });

  test('is not given after an approval when it is too late to come', async () => {
    const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(1) });
    const applied = await marketer.call(contract.apply, { body: { campaignId: campaign.id } });
    app.clock.set(new Date(Date.parse(campaign.closesAt ?? '') - MINUTE));
    const approved = await advertiser.call(contract.decideApplication, {
      params: { id: applied.body.id },
      body: { status: 'approved' },
    });
    expect(approved.status).toBe(200);
    expect((await own(applied.body.id))?.isWithdrawalLate).toBe(false);
    app.clock.advance(2 * MINUTE);
    await app.runDue();
    expect((await strikes()).strikes).toEqual([]);
  });
});

describe('three strikes within thirty days', () => {
  test('pause applying for seven days, and say so in advance', async () => {
    for (let count = 0; count < 3; count += 1) {
      await leaveLate();
      app.clock.advance(HOUR);
    }
    const until = new Date(app.clock.now().getTime() - HOUR + 7 * DAY).toISOString();
    expect((await strikes()).pausedUntil).toBe(until);
    const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(30 * 24) });
    const refused = await marketer.call(contract.apply, { body: { campaignId: campaign.id } });
    expect([refused.status, refused.error.code]).toEqual([403, 'application/paused']);
    expect(refused.error.message).toMatch(/You can apply again on \w+ \d+, 2026 at /);
    expect((await eligibility(marketer, campaign.id)).body).toEqual({
      canApply: false,
      missing: [
        { code: 'application/paused', text: refused.error.message, fixAt: '/applications#strikes', until },
      ],
    });
    app.clock.set(until);
    await app.runDue();
    const again = await app.signIn('marketer', marketer.email);
    expect((await eligibility(again, campaign.id)).body).toEqual({ canApply: true, missing: [] });
    expect((await again.call(contract.apply, { body: { campaignId: campaign.id } })).status).toBe(201);
  });
});

describe('an appeal', () => {
  const appeal = (client: Client, id: string, text = 'My train did not run.') =>
    client.call(appealStrike, { params: { id }, body: { text } });
  const decide = (admin: Client, id: string, status: 'upheld' | 'lifted') =>
    admin.call(decideStrike, { params: { id }, body: { status, reason: 'I looked at the timetable.' } });
  const strikeId = async () => (await strikes()).strikes[0]?.id ?? '';

  test('is the marketer’s own, once and within five days', async () => {
    await leaveLate();
    const id = await strikeId();
    const stranger = await app.signIn('marketer');
    expect((await appeal(stranger, id)).error.code).toBe('strike/not-found');
    expect((await appeal(advertiser, id)).error.code).toBe('auth/forbidden');
    expect((await appeal(marketer, id, '  ')).error.code).toBe('request/invalid');
    const appealed = await appeal(marketer, id);
    expect(appealed.body).toMatchObject({
      status: 'appealed',
      appealText: 'My train did not run.',
      appealedAt: app.clock.now().toISOString(),
      isCounted: true,
      can: { appeal: false },
    });
    app.clock.advance(6 * DAY);
    expect((await appeal(marketer, id)).body).toEqual({ ...appealed.body, isCounted: true });
    const other = await appeal(marketer, id, 'I was ill.');
    expect([other.status, other.error.code, other.error.state]).toEqual([409, 'strike/appealed', 'appealed']);

    marketer = await readyMarketer(app);
    await leaveLate();
    app.clock.advance(5 * DAY);
    const late = await appeal(marketer, await strikeId());
    expect([late.status, late.error.code]).toEqual([409, 'strike/appeal-too-late']);
  });

  test('is decided once by an admin; a lifted strike no longer counts', async () => {
    await leaveLate();
    const admin = await app.signInAdmin();
    const id = await strikeId();
    expect((await decide(admin, id, 'lifted')).error.code).toBe('strike/not-appealed');
    await appeal(marketer, id);
    await app.runDue();
    const waiting = (await admin.call(listStrikes, { query: { status: 'appealed' } })).body;
    expect(waiting.at(-1)).toMatchObject({ id, marketerId: marketer.userId, can: { decide: true } });
    const told = (await admin.call(listNotifications)).body.notifications;
    expect(told.some(({ kind }) => kind === 'strike.appealed')).toBe(true);

    const lifted = await decide(admin, id, 'lifted');
    expect(lifted.body).toMatchObject({
      status: 'lifted',
      isCounted: false,
      decisionReason: 'I looked at the timetable.',
      can: { decide: false },
    });
    app.clock.advance(MINUTE);
    expect((await decide(admin, id, 'lifted')).body).toEqual(lifted.body);
    const opposite = await decide(admin, id, 'upheld');
    expect([opposite.status, opposite.error.code, opposite.error.state]).toEqual([
      409,
      'strike/decided',
      'lifted',
    ]);
    await app.runDue();
    expect((await app.lastMail(marketer.email)).subject).toMatch(/^Strike lifted: /);
    const { rows } = await app.database.asOwner(
      `select action, reason from audit_entry where object_id = $1 order by action`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'strike.appealed', reason: null },
      { action: 'strike.lifted', reason: 'I looked at the timetable.' },
    ]);
    await expect(
      app.database.asOwner(`update strike set status = 'upheld' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: 'ST002' });
  });

  test('waits in a queue for admins, who also see all strikes, newest first', async () => {
    const people: { client: Client; id: string }[] = [];
    for (let count = 0; count < 3; count += 1) {
      marketer = await readyMarketer(app);
      await leaveLate();
      people.push({ client: marketer, id: await strikeId() });
    }
    const [first, second, third] = people.map(({ id }) => id);
    for (const { client, id } of [people[1], people[2], people[0]].flatMap((one) => one ?? [])) {
      expect((await appeal(client, id)).status).toBe(200);
      app.clock.advance(MINUTE);
    }
    const admin = await app.signInAdmin();
    const ours = async (query: string) => {
      const pages = await readPages<typeof listStrikes>(admin, `/api/admin/strikes?limit=2${query}`);
      expect(pages.length).toBeGreaterThan(1);
      return pages.flat().filter(({ id }) => people.some((one) => one.id === id));
    };
    expect((await ours('&status=appealed')).map(({ id }) => id)).toEqual([second, third, first]);
    expect((await ours('')).map(({ id }) => id)).toEqual([third, second, first]);
    expect((await admin.request('GET', '/api/admin/strikes?cursor=x')).error.code).toBe('request/invalid');
  });

  test('is erased with the account, and included in the export before', async () => {
    await leaveLate();
    const id = await strikeId();
    await appeal(marketer, id, 'My grandmother was ill.');
    await app.runDue();
    marketer = await app.signIn('marketer', marketer.email);
    const taken = await marketer.request('GET', exportOwnData.path);
    expect(JSON.stringify(taken.error)).toContain('My grandmother was ill.');
    const gone = await marketer.request('DELETE', '/api/me');
    expect(gone.status, gone.error?.message).toBeLessThan(300);
    const { rows } = await app.database.asOwner(
      'select status, appeal_text, appealed_at from strike where id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'standing', appeal_text: null, appealed_at: null }]);
  });
});

describe('the eligibility check', () => {
  const codes = async (client: Client, campaignId: string) =>
    (await eligibility(client, campaignId)).body.missing.map(({ code }) => code);

  test('returns all missing requirements in the order in which applying checks them', async () => {
    const startTime = inHours(100);
    const campaign = await fundedCampaign(app, advertiser, { startTime, totalMarketersNeeded: 1 });
    const newcomer = await app.signIn('marketer');
    expect((await eligibility(newcomer, campaign.id)).body).toMatchObject({
      canApply: false,
      missing: [
        { code: 'compliance/incomplete', fixAt: '/kyc', until: null },
        { code: 'compliance/location-consent', fixAt: '/kyc', until: null },
        { code: 'application/name-and-photo', fixAt: '/profile', until: null },
      ],
    });
    const confirmed = { ageVerified: true, termsAccepted: true, privacyAccepted: true } as const;
    await newcomer.call(updateCompliance, { body: confirmed });
    await knowNameAndPhoto(app.database, newcomer.userId);
    expect(await codes(newcomer, campaign.id)).toEqual(['compliance/location-consent']);
    await newcomer.call(updateCompliance, { body: { locationConsent: true } });
    expect((await eligibility(newcomer, campaign.id)).body).toEqual({ canApply: true, missing: [] });

    const overlapping = await fundedCampaign(app, advertiser, { startTime, autoApprove: true });
    await newcomer.call(contract.apply, { body: { campaignId: overlapping.id } });
    expect(await codes(newcomer, campaign.id)).toEqual(['application/overlap']);
    expect(await codes(newcomer, overlapping.id)).toEqual(['application/exists']);
    await approve(advertiser, marketer, campaign.id);
    expect(await codes(newcomer, campaign.id)).toEqual(['campaign/full', 'application/overlap']);
    expect(await codes(marketer, campaign.id)).toEqual(['application/exists', 'campaign/full']);
    await advertiser.call(closeCampaign, { params: { id: campaign.id } });
    expect(await codes(newcomer, campaign.id)).toEqual(['campaign/not-active', 'application/overlap']);
  });

  test('compares the follower range of a social campaign with the confirmed count', async () => {
    const campaign = await fundedCampaign(app, advertiser, { campaignType: 'social', maxFollowers: 60_000 });
    const newcomer = await app.signIn('marketer');
    const confirmed = { ageVerified: true, termsAccepted: true, privacyAccepted: true } as const;
    await newcomer.call(updateCompliance, { body: confirmed });
    await knowNameAndPhoto(app.database, newcomer.userId);
    const told = async () => (await eligibility(newcomer, campaign.id)).body.missing;
    const asked = 'This campaign requires 10,000 to 60,000 followers on Instagram';
    expect(await told()).toEqual([
      {
        code: 'application/followers',
        text: `${asked}. Connect and confirm your account first.`,
        fixAt: '/marketer',
        until: null,
      },
    ]);
    for (const followers of [9999, 60_001]) {
      await knowFollowers(app.database, newcomer.userId, followers);
      const text = `${asked}. Your account has ${followers.toLocaleString('en-US')}.`;
      expect(await told()).toMatchObject([{ code: 'application/followers', text }]);
      const refused = await newcomer.call(contract.apply, { body: { campaignId: campaign.id } });
      expect([refused.status, refused.error.code, refused.error.message]).toEqual([
        403,
        'application/followers',
        text,
      ]);
    }
    await knowFollowers(app.database, newcomer.userId, 10_000);
    expect(await told()).toEqual([]);
    expect((await newcomer.call(contract.apply, { body: { campaignId: campaign.id } })).status).toBe(201);
  });

  test('is for marketers only, and not for drafts', async () => {
    const draft = await draftCampaign(app, advertiser);
    expect((await eligibility(marketer, draft.id)).error.code).toBe('campaign/not-found');
    expect((await eligibility(advertiser, draft.id)).status).toBe(403);
    expect((await eligibility(app.visitor(), draft.id)).status).toBe(401);
  });
});
