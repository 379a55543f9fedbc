import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import * as contract from '../../contract.ts';
import { benchApplication, confirmApplication, getCalendarFile } from '../../place-contract.ts';
import { listOwnStrikes } from '../../strike-contract.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
let next: Client;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(400 * HOUR) } });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
  marketer = await readyMarketer(app);
  next = await readyMarketer(app);
});
afterAll(() => app.close());

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR).toISOString();
const confirm = (client: Client, id: string) => client.call(confirmApplication, { params: { id } });
const own = async (client: Client, id: string) =>
  (await client.call(contract.listApplications)).body.find((application) => application.id === id);
const withdraw = (client: Client, id: string) =>
  client.call(contract.decideApplication, { params: { id }, body: { status: 'withdrawn' } });
const kinds = async (client: Client) =>
  (await client.call(listNotifications)).body.notifications.map(({ kind }) => kind);
const unreadKinds = async (client: Client) =>
  (await client.call(listNotifications)).body.notifications
    .filter(({ readAt }) => readAt === null)
    .map(({ kind }) => kind);

/** Approves a marketer for the only place of a campaign that starts in this many hours. */
async function approvedFor(hours: number, changes: Partial<CampaignFormInput> = {}) {
  const startTime = inHours(hours);
  const campaign = await fundedCampaign(app, advertiser, { startTime, totalMarketersNeeded: 1, ...changes });
  const waiting = (await next.call(contract.apply, { body: { campaignId: campaign.id } })).body.id;
  return { campaign, id: await approve(advertiser, marketer, campaign.id), waiting };
}

async function later(hours: number): Promise<void> {
  await keepWorkingUntil(app, inHours(hours));
  await app.runDue();
}

async function afterOutage(hours: number): Promise<void> {
  app.clock.advance(hours * HOUR);
  await app.runDue();
}

describe('a confirmation', () => {
  test('is requested a day before the start, given once, and reported to the advertiser', async () => {
    const { campaign, id } = await approvedFor(48);
    await later(23);
    expect(await own(marketer, id)).toMatchObject({ confirmationDueAt: null, can: { confirm: false } });
    const early = await confirm(marketer, id);
    expect([early.status, early.error.code]).toEqual([409, 'application/nothing-to-confirm']);

    await later(1);
    const dueAt = inHours(8);
    expect(await own(marketer, id)).toMatchObject({
      status: 'approved',
      confirmationDueAt: dueAt,
      confirmedAt: null,
      can: { confirm: true },
    });
    expect(await unreadKinds(marketer)).toContain('application.confirmation-asked');
    expect((await app.lastMail(marketer.email)).subject).toBe(`Confirm your place: ${campaign.title}`);

    const confirmed = await confirm(marketer, id);
    expect(confirmed.body).toMatchObject({
      status: 'approved',
      confirmedAt: app.clock.now().toISOString(),
      can: { confirm: false, withdraw: true },
    });
    await app.runDue();
    expect(await unreadKinds(marketer)).not.toContain('application.confirmation-asked');
    app.clock.advance(MINUTE);
    expect((await confirm(marketer, id)).body).toEqual(confirmed.body);
    await later(12);
    expect((await own(marketer, id))?.status).toBe('approved');
    expect((await kinds(advertiser)).filter((kind) => kind === 'application.confirmed')).toHaveLength(1);
  });

  test('is not requested after an approval within 32 hours of the start', async () => {
    const { id } = await approvedFor(32);
    await later(9);
    expect(await own(marketer, id)).toMatchObject({ confirmationDueAt: null });
    await later(12);
    expect(await own(marketer, id)).toMatchObject({ status: 'approved', confirmationDueAt: null });
  });

  test('without an answer, the place goes to the bench without a strike', async () => {
    const { id, waiting } = await approvedFor(40);
    const put = { params: { id: waiting }, body: { isOnBench: true } };
    expect((await advertiser.call(benchApplication, put)).body.benchPosition).toBe(1);
    await later(16);
    expect((await own(marketer, id))?.confirmationDueAt).toBe(inHours(8));
    await later(7.9);
    expect((await own(marketer, id))?.status).toBe('approved');
    await later(0.1);
    expect(await own(marketer, id)).toMatchObject({
      status: 'withdrawn',
      hasExpired: true,
      reason: 'Not confirmed in time',
      approvedAt: expect.any(String),
      can: { confirm: false, addToCalendar: true },
    });
    expect(await own(next, waiting)).toMatchObject({
      status: 'approved',
      hasMovedUp: true,
      confirmationDueAt: null,
    });
    const gone = await confirm(marketer, id);
    expect([gone.status, gone.error.code, gone.error.state]).toEqual([
      409,
      'application/decided',
      'withdrawn',
    ]);
    expect(await unreadKinds(marketer)).toContain('application.expired');
    expect(await unreadKinds(marketer)).not.toContain('application.confirmation-asked');
    expect(await kinds(advertiser)).toEqual(
      expect.arrayContaining(['application.expired', 'application.moved-up']),
    );
    expect((await marketer.call(listOwnStrikes)).body).toEqual({ strikes: [], pausedUntil: null });
  });

  test('a marketer who withdraws after the deadline but before the sweep has not lost the place', async () => {
    const { id } = await approvedFor(40);
    await later(16);
    await keepWorkingUntil(app, new Date(Date.parse(inHours(8)) + MINUTE));
    expect((await withdraw(marketer, id)).body).toMatchObject({ status: 'withdrawn', hasExpired: false });
    await later(1);
    expect(await own(marketer, id)).toMatchObject({ hasExpired: false, reason: null });
  });

  test('after an outage at the deadline, the place stays and the deadline is extended', async () => {
    const { id } = await approvedFor(48);
    await later(24);
    // The server was down for ten hours, and the deadline passed two hours ago.
    await afterOutage(10);
    expect(await own(marketer, id)).toMatchObject({ status: 'approved', confirmationDueAt: inHours(8) });
    await later(7.9);
    expect((await own(marketer, id))?.can.confirm).toBe(true);
    await later(0.1);
    expect((await own(marketer, id))?.status).toBe('withdrawn');
  });

  test.each([
    ['for as long as a restart takes', 'withdrawn', 4 * MINUTE],
    ['for longer', 'approved', 6 * MINUTE],
    ['for almost an hour', 'approved', 59 * MINUTE],
  ])('after an outage %s at the deadline, the place is %s', async (_, status, length) => {
    const { id } = await approvedFor(48);
    await later(24);
    const dueAt = inHours(8);
    await later(8 - 2 / 60);
    await afterOutage(length / HOUR);
    const confirmationDueAt = status === 'approved' ? inHours(8) : dueAt;
    expect(await own(marketer, id)).toMatchObject({ status, confirmationDueAt });
  });

  test('an outage that ended before the deadline doesn’t extend it', async () => {
    const { id } = await approvedFor(48);
    await later(24);
    await later(6);
    await afterOutage(1);
    await later(0.9);
    expect(await own(marketer, id)).toMatchObject({ status: 'approved', can: { confirm: true } });
    await later(0.1);
    expect((await own(marketer, id))?.status).toBe('withdrawn');
  });

  test('after an outage shortly before the start, the place stays', async () => {
    const { id } = await approvedFor(48);
    await later(24);
    await afterOutage(18);
    expect(await own(marketer, id)).toMatchObject({ status: 'approved', confirmationDueAt: inHours(6) });
    await later(6);
    expect((await own(marketer, id))?.status).toBe('approved');
  });

  test('in a closed campaign, no place is taken back', async () => {
    const { campaign, id } = await approvedFor(40);
    await later(16);
    await advertiser.call(closeCampaign, { params: { id: campaign.id } });
    await later(9);
    expect((await own(marketer, id))?.status).toBe('approved');
    expect((await confirm(marketer, id)).status).toBe(200);
  });

  test('is refused once the work has started', async () => {
    const { campaign, id } = await approvedFor(40);
    await later(16);
    await advertiser.call(closeCampaign, { params: { id: campaign.id } });
    await later(23.9);
    expect((await own(marketer, id))?.can.confirm).toBe(true);
    await later(0.1);
    expect(await own(marketer, id)).toMatchObject({ status: 'approved', can: { confirm: false } });
    expect((await confirm(marketer, id)).error.code).toBe('application/nothing-to-confirm');
  });

  test('is refused to other users', async () => {
    const { id } = await approvedFor(40);
    await later(16);
    expect((await confirm(next, id)).error.code).toBe('application/not-found');
    expect((await confirm(advertiser, id)).error.code).toBe('auth/forbidden');
    expect((await confirm(app.visitor(), id)).status).toBe(401);
    expect((await own(marketer, id))?.confirmedAt).toBeNull();
  });

  test('is not requested after a long outage that leaves no time to answer', async () => {
    const { id } = await approvedFor(48);
    await afterOutage(41);
    expect(await own(marketer, id)).toMatchObject({ status: 'approved', confirmationDueAt: null });
  });
});

describe('the calendar file', () => {
  const open = (client: Client, id: string) => client.call(getCalendarFile, { params: { id } });
  const getText = (answer: { body: unknown }) => String(answer.body);
  const getLines = (text: string) => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');

  test('has the time, the place and alarms, and cancels the entry once the place is given back', async () => {
    const { campaign, id } = await approvedFor(50, { title: 'Tees, caps; and more' });
    const answer = await open(marketer, id);
    expect(answer.status).toBe(200);
    const text = getText(answer);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="promenade-[\da-f]{8}\.ics"$/,
    );
    const stamp = (iso: string) => iso.replaceAll(/[-:]|\.000/g, '');
    const lines = getLines(text);
    const end = new Date(Date.parse(campaign.startTime ?? '') + 90 * MINUTE).toISOString();
    for (const line of [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `UID:application-${id}@promenade`,
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      `DTSTART:${stamp(campaign.startTime ?? '')}`,
      `DTEND:${stamp(end)}`,
      String.raw`SUMMARY:Tees\, caps\; and more`,
      'TRIGGER:-P1D',
      'TRIGGER:-PT2H',
    ]) {
      expect(lines).toContain(line);
    }
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const place = campaign.locationDetails;
    expect(lines.find((line) => line.startsWith('GEO:'))).toBe(`GEO:${place?.lat};${place?.lng}`);

    await withdraw(marketer, id);
    const after = getLines(getText(await open(marketer, id)));
    for (const line of [`UID:application-${id}@promenade`, 'SEQUENCE:1', 'STATUS:CANCELLED'])
      expect(after).toContain(line);
    expect(after).not.toContain('BEGIN:VALARM');
  });

  test('is available to the marketer from the approval on', async () => {
    const campaign = await fundedCampaign(app, advertiser, { startTime: inHours(60) });
    const { id } = (await marketer.call(contract.apply, { body: { campaignId: campaign.id } })).body;
    const pending = await open(marketer, id);
    expect([pending.status, pending.error.code]).toEqual([409, 'application/never-approved']);
    expect((await open(next, id)).error.code).toBe('application/not-found');
    expect((await open(advertiser, id)).error.code).toBe('auth/forbidden');
    await withdraw(marketer, id);
    expect((await open(marketer, id)).error.code).toBe('application/never-approved');
  });
});
