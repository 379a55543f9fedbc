import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { HOUR, SECOND } from '#kernel/time.ts';
import { listThreads, sendMessage } from '#messages/contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { startSession } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  type Application,
  apply,
  decideApplication,
  listApplications,
  undoDecisions,
  UNDO_PERIOD_MS,
} from '../../contract.ts';
import { getKit, handOutKit } from '../../kit-contract.ts';
import { benchApplication } from '../../place-contract.ts';

let app: TestApp;
let advertiser: Client;
let marketer: Client;
let campaign: Campaign;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
beforeEach(async () => {
  marketer = await readyMarketer(app);
  const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
  campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 1, startTime });
});
afterAll(() => app.close());

const applyAs = async (client: Client, note?: string) =>
  (await succeed(client.call(apply, { body: { campaignId: campaign.id, note } }))).id;
const decide = (id: string, status: 'approved' | 'rejected') =>
  succeed(
    advertiser.call(decideApplication, { params: { id }, body: { status, reason: 'A test', canUndo: true } }),
  );
const undo = async (id: string, client = advertiser) =>
  (await succeed(client.call(undoDecisions, { body: { ids: [id] } }))).results[0];
const read = async (client: Client, id: string): Promise<Application> => {
  const found = (await succeed(client.call(listApplications))).find((one) => one.id === id);
  if (!found) throw new Error('there is no such application');
  return found;
};
const hired = async () =>
  (await succeed(app.visitor().call(getCampaign, { params: { id: campaign.id } }))).marketersHired;
const kinds = async (client: Client) =>
  (await succeed(client.call(listNotifications))).notifications.map(({ kind }) => kind);

describe('within ten seconds', () => {
  test('an approval is undone: the place is free, and the marketer never knew', async () => {
    const id = await applyAs(marketer);
    const approved = await decide(id, 'approved');
    expect(approved).toMatchObject({ status: 'approved', undoLeftMs: UNDO_PERIOD_MS });
    expect(await hired()).toBe(1);
    app.clock.advance(UNDO_PERIOD_MS - SECOND);
    await app.runDue();
    expect(await read(marketer, id)).toMatchObject({
      status: 'pending',
      decidedAt: null,
      approvedAt: null,
      reason: null,
      undoLeftMs: null,
    });
    const seenAs = async (status: 'approved' | 'pending') =>
      (await succeed(marketer.call(listApplications, { query: { status } }))).map((one) => one.id);
    expect([await seenAs('approved'), await seenAs('pending')]).toEqual([[], [id]]);
    const again = await marketer.call(apply, { body: { campaignId: campaign.id } });
    expect(again.error).toMatchObject({ code: 'application/exists', state: 'pending' });
    expect((await undo(id))?.application).toMatchObject({
      status: 'pending',
      reason: null,
      undoLeftMs: null,
      can: { approve: true },
    });
    expect(await hired()).toBe(0);
    expect((await undo(id))?.application).toMatchObject({ status: 'pending' });
    app.clock.advance(UNDO_PERIOD_MS);
    await app.runDue();
    expect(await kinds(marketer)).not.toContain('application.approved');
    // The same application can be decided again, and then the marketer is told.
    await decide(id, 'approved');
    app.clock.advance(UNDO_PERIOD_MS);
    await app.runDue();
    expect(await kinds(marketer)).toContain('application.approved');
  });

  test('a rejection is undone, with the position on the waitlist', async () => {
    const [second, third] = [await readyMarketer(app), await readyMarketer(app)];
    const ids = [await applyAs(marketer), await applyAs(second), await applyAs(third)];
    await approve(advertiser, await readyMarketer(app), campaign.id);
    const bench = (id: string) =>
      succeed(advertiser.call(benchApplication, { params: { id }, body: { isOnBench: true } }));
    const [one = '', two = '', three = ''] = ids;
    await bench(one);
    await bench(two);
    await decide(one, 'rejected');
    await decide(two, 'rejected');
    await bench(three);
    expect(await read(second, two)).toMatchObject({ status: 'pending', benchPosition: 2 });
    expect((await undo(one))?.application).toMatchObject({ status: 'pending', benchPosition: 1 });
    expect((await undo(two))?.application).toMatchObject({ status: 'pending', benchPosition: 2 });
    expect(await read(advertiser, three)).toMatchObject({ benchPosition: 3 });
  });

  test('the place of an undone approval goes to the waitlist', async () => {
    const second = await readyMarketer(app);
    const [id, waiting] = [await applyAs(marketer), await applyAs(second)];
    await decide(id, 'approved');
    await succeed(advertiser.call(benchApplication, { params: { id: waiting }, body: { isOnBench: true } }));
    expect((await undo(id))?.application).toMatchObject({ status: 'pending', can: { approve: false } });
    expect(await read(second, waiting)).toMatchObject({ status: 'approved', hasMovedUp: true });
    expect(await hired()).toBe(1);
  });

  test('approving and undoing does not reveal a full name', async () => {
    await succeed(marketer.call(saveProfile, { body: profileFormSample }));
    const id = await applyAs(marketer);
    const { marketerName: outline } = await read(advertiser, id);
    const hello = { params: { id }, body: { id: randomUUID(), text: 'Hello' } };
    await succeed(marketer.call(sendMessage, hello));
    expect(await decide(id, 'approved')).toMatchObject({ marketerName: outline, marketerListingId: null });
    expect((await succeed(advertiser.call(listThreads)))[0]?.otherName).toBe(outline);
    app.clock.advance(UNDO_PERIOD_MS);
    await app.runDue();
    expect((await read(advertiser, id)).marketerName).not.toBe(outline);
    expect((await succeed(advertiser.call(listThreads)))[0]?.otherName).not.toBe(outline);
  });

  test('there is no kit yet, so noting it reveals no name and notifies no one', async () => {
    const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
    campaign = await fundedCampaign(app, advertiser, { startTime, kitWay: 'shipped' });
    const id = await applyAs(marketer);
    await decide(id, 'approved');
    const noted = await advertiser.call(handOutKit, { params: { id }, body: { isHanded: true } });
    const own = await marketer.call(getKit, { params: { id } });
    expect([noted.error.code, own.error.code]).toEqual(['kit/none', 'kit/none']);
  });

  test('the marketer can withdraw, and the decision is never told', async () => {
    const id = await applyAs(marketer);
    await decide(id, 'rejected');
    const withdrawn = await succeed(
      marketer.call(decideApplication, { params: { id }, body: { status: 'withdrawn' } }),
    );
    expect(withdrawn).toMatchObject({ status: 'withdrawn', reason: null });
    app.clock.advance(UNDO_PERIOD_MS);
    await app.runDue();
    expect(await kinds(marketer)).not.toContain('application.rejected');
    expect((await undo(id))?.refusal?.code).toBe('application/undo-over');
  });

  test('another campaign at that time doesn’t tell the marketer of the approval', async () => {
    const { id: campaignId } = await fundedCampaign(app, advertiser, {
      startTime: campaign.startTime ?? '',
    });
    const readOverlap = async () => (await marketer.call(apply, { body: { campaignId } })).error;
    const id = await applyAs(marketer);
    await decide(id, 'approved');
    const untold = await readOverlap();
    expect(untold.code).toBe('application/overlap');
    expect(untold.message).not.toMatch(/approved/);
    app.clock.advance(UNDO_PERIOD_MS);
    expect((await readOverlap()).message).toMatch(/approved/);
  });

  test('the marketer can’t start work', async () => {
    app.clock.advance(HOUR);
    advertiser = await app.signIn('advertiser', advertiser.email);
    const id = await applyAs(marketer);
    await decide(id, 'approved');
    const start = () => marketer.call(startSession, { params: { id: campaign.id } });
    expect((await start()).error?.code).toBe('session/not-approved');
    app.clock.advance(UNDO_PERIOD_MS);
    await succeed(start());
    expect((await undo(id))?.refusal?.code).toBe('application/undo-over');
  });
});

describe('no decision is undone', () => {
  test('after ten seconds, even if the marketer was not told yet', async () => {
    const id = await applyAs(marketer);
    await decide(id, 'approved');
    app.clock.advance(UNDO_PERIOD_MS);
    expect(await read(advertiser, id)).toMatchObject({ undoLeftMs: null });
    expect((await undo(id))?.refusal).toMatchObject({ code: 'application/undo-over', state: 'approved' });
    expect(await hired()).toBe(1);
  });

  test('that was made without it', async () => {
    const id = await applyAs(marketer);
    await succeed(advertiser.call(decideApplication, { params: { id }, body: { status: 'rejected' } }));
    expect((await undo(id))?.refusal?.code).toBe('application/undo-over');
  });

  test('once the campaign closes', async () => {
    const id = await applyAs(marketer);
    await decide(id, 'rejected');
    await succeed(advertiser.call(closeCampaign, { params: { id: campaign.id } }));
    expect((await undo(id))?.refusal?.code).toBe('application/undo-over');
  });

  test('about a marketer who deleted the account', async () => {
    const id = await applyAs(marketer, 'Near the station');
    await decide(id, 'rejected');
    await succeed(marketer.call(deleteOwnAccount));
    expect((await undo(id))?.refusal?.code).toBe('application/undo-over');
    expect((await read(advertiser, id)).note).toBeNull();
  });

  test('by another business', async () => {
    const id = await applyAs(marketer);
    await decide(id, 'approved');
    const rival = await app.signIn('advertiser');
    expect((await undo(id, rival))?.refusal?.code).toBe('application/not-found');
  });
});

describe('a note', () => {
  test('of one line is shown to the business', async () => {
    const id = await applyAs(marketer, '  I live\n next door ');
    expect((await read(advertiser, id)).note).toBe('I live next door');
  });

  test('of more than 140 characters is refused', async () => {
    const body = { campaignId: campaign.id, note: 'x'.repeat(141) };
    expect((await marketer.call(apply, { body })).error).toMatchObject({
      code: 'request/invalid',
      fields: { note: expect.any(String) },
    });
  });
});
