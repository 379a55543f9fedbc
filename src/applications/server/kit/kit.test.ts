import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { decideApplication } from '#applications/contract.ts';
import { deleteOwnAccount, exportOwnData } from '#auth/account-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { createCampaign, type CampaignFormInput } from '#campaigns/form-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { approve, readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { changeKit, getKit, getKitFile, handOutKit, listKits, receiveKit } from '../../kit-contract.ts';
import { addressSweep } from './address-sweep.ts';
import { openAddress } from './address-vault.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const address = {
  name: 'Maya Lindqvist',
  street: '12 Sealed Street',
  city: 'Oakland',
  state: 'CA',
  zipCode: '94601',
  country: 'United States',
};

async function place(changes: Partial<CampaignFormInput> = {}) {
  const startTime = new Date(app.clock.now().getTime() + 10 * DAY).toISOString();
  const campaign = await fundedCampaign(app, advertiser, { startTime, kitWay: 'shipped', ...changes });
  const marketer = await readyMarketer(app);
  const id = await approve(advertiser, marketer, campaign.id);
  return { campaign, marketer, params: { params: { id } } };
}
type Place = Awaited<ReturnType<typeof place>>;

const read = ({ marketer, params }: Place) => succeed(marketer.call(getKit, params));
const enter = ({ marketer, params }: Place, changes = {}) =>
  marketer.call(changeKit, { ...params, body: { address: { ...address, ...changes } } });
const hand = ({ params }: Place, isHanded = true, client = advertiser) =>
  client.call(handOutKit, { ...params, body: { isHanded, trackingNumber: 'TRACK-1' } });
const list = ({ campaign }: Place, client = advertiser) =>
  succeed(client.call(listKits, { params: { id: campaign.id } }));
const readColumn = async ({ params }: Place) =>
  (await app.database.asOwner('select address_sealed from kit where application_id = $1', [params.params.id]))
    .rows[0]?.address_sealed as string | null;

describe('the size', () => {
  it('is that of the profile until the marketer changes it, and fixed once the kit is handed out', async () => {
    const found = await place({ kitWay: 'at-start' });
    const { marketer, params } = found;
    expect((await read(found)).size).toBeNull();
    await succeed(marketer.call(saveProfile, { body: { ...profileFormSample, clothingSize: 'l' } }));
    expect((await read(found)).size).toBe('l');
    await succeed(marketer.call(changeKit, { ...params, body: { size: 'xl' } }));
    expect((await list(found))[0]?.size).toBe('xl');
    await succeed(hand(found));
    const late = await marketer.call(changeKit, { ...params, body: { size: 's' } });
    expect(late.error.code).toBe('kit/handed');
  });
});

describe('the address', () => {
  it('is sealed, and read by the marketer and those who decide for the advertiser', async () => {
    const found = await place();
    expect(await list(found)).toMatchObject([{ hasAddress: false, address: null }]);
    await succeed(enter(found));
    expect(await readColumn(found)).not.toContain('Sealed');
    expect((await read(found)).address).toMatchObject(address);
    const [manager, viewer] = [
      await teamMember(app, advertiser, 'manager'),
      await teamMember(app, advertiser, 'viewer'),
    ];
    expect((await list(found, manager))[0]?.address).toMatchObject(address);
    expect((await list(found, viewer))[0]).toMatchObject({ hasAddress: true, address: null });
    const file = await viewer.request('GET', getKitFile.path.replace('{id}', found.campaign.id));
    expect(String(file.body)).not.toContain('Sealed');
    const { rows } = await app.database.asOwner(
      "select actor_id from audit_entry where action = 'kit-addresses.viewed' and object_id = $1",
      [found.campaign.id],
    );
    expect(rows).toEqual([{ actor_id: manager.userId }]);
  });

  it('survives a replaced KYC_KEY and a list with one that does not open', async () => {
    const [whole, broken] = [await place(), await place()];
    await succeed(enter(whole));
    await succeed(enter(broken));
    const swap = 'update kit set address_sealed = $2 where application_id = $1';
    await app.database.asOwner(swap, [broken.params.params.id, await readColumn(whole)]);
    expect(await list(broken)).toMatchObject([{ hasAddress: true, address: null }]);

    const exported = await broken.marketer.request('GET', exportOwnData.path);
    expect(exported.status).toBe(200);

    const { config } = app.deps;
    const kycKey = 'ab'.repeat(32);
    const renewed = { ...app.deps, config: { ...config, kycKey, kycKeyPrevious: config.kycKey } };
    await addressSweep(renewed).run(renewed);
    const sealed = await readColumn(whole);
    expect(openAddress(renewed.config, whole.params.params.id, sealed ?? '').isUnderOldKey).toBe(false);
    const restored = { ...renewed, config: { ...config, kycKeyPrevious: kycKey } };
    await addressSweep(restored).run(restored);
    expect((await read(whole)).address).toMatchObject(address);
  });

  it('is not in the answer to a note, because only the list is in the audit log', async () => {
    const found = await place();
    await succeed(enter(found));
    for (const isHanded of [true, false]) {
      const answer = await succeed(hand(found, isHanded));
      expect(answer).toMatchObject({ hasAddress: true, address: null, can: { hand: true } });
    }
  });

  it('is refused when its time is over, also if the note about sending was taken back', async () => {
    const found = await place();
    await succeed(enter(found));
    await succeed(hand(found));
    await succeed(hand(found, false));
    app.clock.advance(14 * DAY - 1);
    await succeed(enter(found));
    app.clock.advance(1);
    const late = await enter(found);
    expect([late.status, late.error.code]).toEqual([409, 'kit/address-over']);
    await succeed(found.marketer.call(changeKit, { ...found.params, body: { size: 's' } }));
  });

  it('is unreadable 14 days after the parcel was first sent, and then erased', async () => {
    const found = await place();
    await succeed(enter(found));
    await succeed(hand(found));
    await app.runDue();
    const { notifications } = await succeed(found.marketer.call(listNotifications));
    expect(notifications.map(({ kind }) => kind)).toContain('kit.sent');
    app.clock.advance(5 * DAY);
    await succeed(hand(found, false));
    await succeed(hand(found));
    app.clock.advance(9 * DAY - 1);
    expect((await list(found))[0]?.address).toMatchObject(address);
    app.clock.advance(1);
    expect((await list(found))[0]).toMatchObject({ hasAddress: false, address: null });
    expect((await read(found)).address).toBeNull();
    app.clock.advance(HOUR);
    await app.runDue();
    expect(await readColumn(found)).toBeNull();
    expect(await read(found)).toMatchObject({ trackingNumber: 'TRACK-1' });
  });

  it('is erased when the campaign is completed without a parcel', async () => {
    const found = await place();
    await succeed(enter(found));
    app.clock.advance(26 * DAY);
    expect((await list(found))[0]?.address).toBeNull();
    await app.runDue();
    expect(await readColumn(found)).toBeNull();
  });

  it('is part of the export, and erased with the account', async () => {
    const found = await place();
    await succeed(enter(found));
    const exported = await found.marketer.request('GET', exportOwnData.path);
    expect(JSON.stringify(exported.body)).toContain('12 Sealed Street');
    const leaving = { ...found.params, body: { status: 'withdrawn' as const } };
    await succeed(found.marketer.call(decideApplication, leaving));
    const recent = await app.signIn('marketer', found.marketer.email);
    await succeed(recent.call(deleteOwnAccount));
    expect(await readColumn(found)).toBeNull();
  });

  it.each([
    ['without a street', { street: ' ' }, 'address.street'],
    ['with an endless city', { city: 'x'.repeat(121) }, 'address.city'],
  ])('is refused %s', async (_, changes, field) => {
    const found = shared ?? (shared = await place());
    const refused = await enter(found, changes);
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [field]]);
    expect((await read(found)).hasAddress).toBe(false);
  });
  let shared: Place | undefined;

  it('is not asked for where nothing is shipped', async () => {
    const found = await place({ kitWay: 'pickup', kitPlace: 'Harbor Roasters', kitHours: '9 to 5' });
    expect((await enter(found)).error.code).toBe('kit/no-parcel');
    expect(await read(found)).toMatchObject({ pickUpPlace: 'Harbor Roasters', pickUpHours: '9 to 5' });
  });
});

test('both sides note what happened, each its own part', async () => {
  const found = await place({ kitWay: 'at-start' });
  const { marketer, params } = found;
  const receive = (isReceived: boolean, isReturned: boolean) =>
    marketer.call(receiveKit, { ...params, body: { isReceived, isReturned } });
  await succeed(hand(found));
  expect(await read(found)).toMatchObject({ handedAt: expect.any(String), trackingNumber: null });
  await succeed(receive(true, false));
  const first = (await read(found)).receivedAt;
  app.clock.advance(HOUR);
  expect((await succeed(receive(true, true))).receivedAt, 'the first time stays').toBe(first);
  expect((await hand(found, false)).error.code).toBe('kit/received');
  expect((await list(found))[0]).toMatchObject({ receivedAt: first, returnedAt: expect.any(String) });
  expect((await receive(false, true)).status).toBe(400);
  const stranger = await app.signIn('advertiser');
  expect((await hand(found, true, stranger)).error.code).toBe('application/not-found');
});

test('without a kit, or without a place, there is nothing to note', async () => {
  const own = await place({ kitWay: 'own' });
  expect((await hand(own)).error.code).toBe('kit/own-clothes');
  const none = await place({ kitWay: undefined });
  expect((await none.marketer.call(getKit, none.params)).error.code).toBe('kit/none');
  expect(await list(none)).toEqual([]);
  const closed = await place();
  await succeed(enter(closed));
  await succeed(advertiser.call(closeCampaign, { params: { id: closed.campaign.id } }));
  expect((await read(closed)).hasAddress, 'a held place keeps its parcel').toBe(true);
});

test('the CSV escapes formulas and lists everyone with a place', async () => {
  const found = await place();
  const profile = { ...profileFormSample, firstName: '=HYPERLINK("evil")', lastName: 'Roe' };
  await succeed(found.marketer.call(saveProfile, { body: profile }));
  await succeed(enter(found, { street: '+1 Main, "rear"' }));
  const file = await advertiser.request('GET', getKitFile.path.replace('{id}', found.campaign.id));
  expect(file.headers['content-type']).toContain('text/csv');
  const [heading, row] = String(file.body).split('\r\n');
  expect(heading).toMatch(/^Name,Size,/);
  expect(row).toContain(`"'=HYPERLINK(""evil"") Roe"`);
  expect(row).toContain(`"'+1 Main, ""rear"""`);
});

test('a pick-up needs a place, and only wearable campaigns have a kit', async () => {
  const form = wearableForm(app.clock.now(), { kitWay: 'pickup' });
  const refused = await advertiser.call(createCampaign, { body: form });
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['kitPlace']]);
});
