import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { endSession, getPresence, startSession, updateLocation } from '#tracking/contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const place = { lat: 37.789731, lng: -122.400417 };
const WORKED_MINUTES = 20;
/** Within what one minute of silence costs, and the clock's tolerance. */
const ALMOST_ALL = WORKED_MINUTES - 1;

async function working(device: { deviceId?: string } = {}) {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const marketer = marketers[0] as Client;
  const params = { id: campaign.id };
  const session = (await marketer.call(startSession, { params, body: device })).body;
  return { campaign, advertiser, marketer, session, params };
}
type Working = Awaited<ReturnType<typeof working>>;

const now = () => app.clock.now().getTime();
function fixAt(time: number) {
  const step = (time % HOUR) / MINUTE;
  return {
    latitude: place.lat + step * 2e-5,
    longitude: place.lng - (step % 7) * 1e-5,
    accuracy: 6 + (step % 5),
    recordedAt: new Date(time).toISOString(),
  };
}

async function work({ marketer, params }: Working, minutes: number, behindMs = 0, saysTime = false) {
  for (let step = 0; step < minutes * 2; step += 1) {
    app.clock.advance(30 * SECOND);
    const phoneTime = now() - behindMs;
    const body = saysTime
      ? { ...fixAt(phoneTime - SECOND), sentAt: new Date(phoneTime).toISOString() }
      : fixAt(phoneTime);
    expect((await marketer.call(updateLocation, { params, body })).status).toBe(200);
  }
}

async function loadPresence({ marketer, session }: Working) {
  return (await marketer.call(getPresence, { params: { id: session.id } })).body.presence;
}

async function stop({ marketer, session, params }: Working): Promise<void> {
  await marketer.call(endSession, { params: { ...params, sessionId: session.id } });
}

describe('a phone’s clock', { timeout: STORY_LIMIT_MS }, () => {
  it.each([
    ['10 minutes slow', 10 * MINUTE, false],
    ['5 hours slow', 5 * HOUR, false],
    ['a day slow', DAY, false],
    ['a year slow', 365 * DAY, false],
    ['10 minutes fast', -10 * MINUTE, false],
    ['a day slow, and it says so', DAY, true],
    ['3 minutes fast, and it says so', -3 * MINUTE, true],
  ])('%s costs no minutes, and is a weak sign', async (_, behindMs, saysTime) => {
    const own = await working();
    await work(own, WORKED_MINUTES, behindMs, saysTime);
    await stop(own);
    const { minutesInside, signals } = await loadPresence(own);
    expect(minutesInside).toBeGreaterThanOrEqual(ALMOST_ALL);
    expect(signals?.map(({ kind, weight }) => [kind, weight])).toContainEqual(['clock', 'low']);
  });

  it('20 seconds slow costs almost none, and is no sign', async () => {
    const own = await working();
    await work(own, WORKED_MINUTES, 20 * SECOND);
    await stop(own);
    const { minutesInside, signals } = await loadPresence(own);
    expect(minutesInside).toBeGreaterThanOrEqual(ALMOST_ALL);
    expect(signals).toEqual([]);
  });

  it('is not believed wrong because of one call with a wrong time', async () => {
    const own = await working();
    await work(own, 8);
    await work(own, 1, -HOUR);
    await work(own, WORKED_MINUTES - 9);
    await stop(own);
    expect((await loadPresence(own)).minutesInside).toBeGreaterThanOrEqual(ALMOST_ALL);
  });

  it('that is slow is corrected in what was recorded offline', async () => {
    const own = await working();
    await work(own, 1, DAY, true);
    const begun = now();
    app.clock.advance(28 * MINUTE);
    const points = Array.from({ length: 56 }, (_, index) => fixAt(begun - DAY + (index + 1) * 30 * SECOND));
    const sentAt = new Date(now() - DAY).toISOString();
    const { params, marketer } = own;
    for (let attempt = 0; attempt < 2; attempt += 1)
      await marketer.call(updateLocation, { params, body: { points, sentAt } });
    await stop(own);
    expect(await loadPresence(own)).toMatchObject({ fixes: 58, minutesInside: 28.5 });
  });

  it('counts a batch once that arrives twice, first as if the clock were wrong', async () => {
    const own = await working();
    const { marketer, params } = own;
    app.clock.advance(20 * MINUTE);
    const offline = Array.from({ length: 40 }, (_, step) => fixAt(now() - (40 - step) * 30 * SECOND));
    const sendAll = async (sentAt: number) => {
      const body = { points: offline, sentAt: new Date(sentAt).toISOString() };
      expect((await marketer.call(updateLocation, { params, body })).status).toBe(200);
    };
    // The page was frozen after it had written the time, so the call arrived late.
    const written = now();
    app.clock.advance(10 * MINUTE);
    await sendAll(written);
    await sendAll(now());
    await stop(own);
    const { fixes } = await loadPresence(own);
    expect(fixes).toBe(40);
  });

  it('that was corrected gives nothing measured after Stop', async () => {
    const own = await working();
    await work(own, 5, 10 * MINUTE, true);
    await stop(own);
    app.clock.advance(5 * MINUTE);
    const body = { ...fixAt(now() - 10 * MINUTE), sentAt: new Date(now() - 10 * MINUTE).toISOString() };
    const refused = await own.marketer.call(updateLocation, { params: own.params, body });
    expect(refused.error.code).toBe('session/closed');
  });
});

describe('late positions', () => {
  it('from just before Stop count, though every delivery was slow', async () => {
    const own = await working();
    const { marketer, params } = own;
    await marketer.call(updateLocation, { params, body: fixAt(now()) });
    const [first, last] = [fixAt(now() + 10 * SECOND), fixAt(now() + 25 * SECOND)];
    app.clock.advance(20 * SECOND);
    await marketer.call(updateLocation, { params, body: first });
    await app.database.asOwner(
      `update location_fix set received_at = claimed_at + interval '10 seconds' where session_id = $1`,
      [own.session.id],
    );
    app.clock.advance(6 * SECOND);
    await stop(own);
    app.clock.advance(SECOND);
    const body = { ...last, sentAt: new Date(now()).toISOString() };
    expect((await marketer.call(updateLocation, { params, body })).body).toMatchObject({
      received: 1,
      tooLate: 0,
    });
  });

  it('of two hours offline all count, though silence has ended the session', async () => {
    const own = await working();
    const { marketer, params } = own;
    await work(own, 1);
    const begun = now();
    app.clock.advance(40 * MINUTE);
    await app.runDue();
    app.clock.advance(80 * MINUTE);
    const points = Array.from({ length: 240 }, (_, index) => fixAt(begun + (index + 1) * 30 * SECOND));
    const sent = (await marketer.call(updateLocation, { params, body: { points } })).body;
    expect(sent).toMatchObject({ received: 240, tooLate: 0, isRunning: false });
    const again = (await marketer.call(updateLocation, { params, body: { points } })).body;
    expect(again).toMatchObject({ received: 240, tooLate: 0 });
    const { body } = await marketer.call(getPresence, { params: { id: own.session.id } });
    expect(body.presence).toMatchObject({ fixes: 242, minutesInside: 120.5, coverage: 0.996 });
    expect(body.endTime).toBe(points[239]?.recordedAt);
  });

  it('end where the next session begins', async () => {
    const own = await working();
    const { marketer, params, session } = own;
    await work(own, 1);
    app.clock.advance(40 * MINUTE);
    const begun = now();
    await marketer.call(startSession, { params });
    app.clock.advance(MINUTE);
    const points = [-2 * MINUTE, -MINUTE, 30 * SECOND].map((offset) => fixAt(begun + offset));
    const body = { points, sessionId: session.id };
    const sent = (await marketer.call(updateLocation, { params, body })).body;
    expect(sent).toMatchObject({ received: 2, tooLate: 1 });
    await stop(own);
    const after = { ...fixAt(now()), sessionId: session.id };
    expect((await marketer.call(updateLocation, { params, body: after })).error.code).toBe('session/closed');
  });
});

describe('after silence has ended a session', () => {
  const device = { deviceId: '3b1f0d52-8c64-4d8e-9b1e-5c2f4a7d6e10' };
  async function silenced() {
    const own = await working(device);
    const begun = now();
    await own.marketer.call(updateLocation, { params: own.params, body: { ...fixAt(begun), ...device } });
    app.clock.advance(40 * MINUTE);
    await app.runDue();
    return { ...own, begun };
  }

  it('nothing measured after Stop counts, only what was measured before', async () => {
    const own = await silenced();
    const { marketer, params } = own;
    await stop(own);
    const stoppedAt = now();
    app.clock.advance(20 * MINUTE);
    await stop(own);
    const points = [-2 * MINUTE, -SECOND, SECOND, 10 * MINUTE].map((offset) => fixAt(stoppedAt + offset));
    const sent = (await marketer.call(updateLocation, { params, body: { points, ...device } })).body;
    expect(sent).toMatchObject({ received: 2, tooLate: 2, isRunning: false });
  });

  it('nothing measured after a suspension counts, once it is lifted', async () => {
    const { marketer, params, begun } = await silenced();
    const admin = await app.signInAdmin();
    const account = { params: { id: marketer.userId }, body: { reason: 'Copied tracks?' } };
    expect((await admin.call(suspendUser, account)).status).toBe(200);
    await app.runDue();
    app.clock.advance(5 * MINUTE);
    expect((await admin.call(reactivateUser, account)).status).toBe(200);
    const again = await app.signIn('marketer', marketer.email);
    const points = [fixAt(begun + MINUTE), fixAt(now() - MINUTE)];
    const sent = (await again.call(updateLocation, { params, body: { points, ...device } })).body;
    expect(sent).toMatchObject({ received: 1, tooLate: 1 });
  });
});

describe('another device', { timeout: STORY_LIMIT_MS }, () => {
  const elsewhere = (meters: number, time = now()) => ({
    ...fixAt(time),
    latitude: place.lat + meters / 111_195,
  });
  const secondDevice = async ({ marketer }: Working) => app.signIn('marketer', marketer.email);

  it('takes no part until it takes over', async () => {
    const own = await working();
    const { params, marketer, session } = own;
    const second = await secondDevice(own);
    for (let minute = 0; minute < WORKED_MINUTES; minute += 1) {
      await work(own, 1);
      const refused = await second.call(updateLocation, { params, body: elsewhere(8000) });
      expect([refused.status, refused.error.code]).toEqual([409, 'session/other-device']);
    }
    expect((await second.call(startSession, { params })).error.code).toBe('session/other-device');
    expect((await marketer.call(startSession, { params })).body.id).toBe(session.id);
    await stop(own);
    expect((await loadPresence(own)).minutesInside).toBeGreaterThanOrEqual(ALMOST_ALL);
  });

  it('ends the part of the first one when it takes over, and the first one is told', async () => {
    const own = await working();
    const { params, marketer, session } = own;
    await work(own, 5);
    const offline = fixAt(now() + 10 * SECOND);
    app.clock.advance(MINUTE);
    const second = await secondDevice(own);
    const [taken, twice] = await Promise.all([
      second.call(startSession, { params, body: { takesOver: true } }),
      second.call(startSession, { params, body: { takesOver: true } }),
    ]);
    expect(taken.body.id).not.toBe(session.id);
    expect(twice.body.id).toBe(taken.body.id);
    app.clock.advance(MINUTE);
    expect((await second.call(updateLocation, { params, body: elsewhere(10) })).status).toBe(200);
    for (const body of [elsewhere(5000), { ...elsewhere(5000), sessionId: session.id }]) {
      const refused = await marketer.call(updateLocation, { params, body });
      expect(refused.error.code).toBe('session/other-device');
    }
    const late = await marketer.call(updateLocation, { params, body: { ...offline, sessionId: session.id } });
    expect(late.body).toMatchObject({ received: 1, isRunning: false, isTakenOver: true });
    expect((await marketer.call(startSession, { params, body: { takesOver: true } })).status).toBe(201);
  });

  it.each([true, false])(
    'keeps what a phone with a fast clock measured before (it says so: %s)',
    async (saysTime) => {
      const own = await working();
      await work(own, 5, -10 * MINUTE, saysTime);
      const { params, marketer, session } = own;
      const begun = now();
      app.clock.advance(4 * MINUTE);
      const second = await secondDevice(own);
      await second.call(startSession, { params, body: { takesOver: true } });
      const takenAt = now();
      app.clock.advance(MINUTE);
      const measured = [begun + MINUTE, takenAt - SECOND, takenAt + SECOND];
      const body = {
        points: measured.map((time) => fixAt(time + 10 * MINUTE)),
        sessionId: session.id,
        ...(saysTime && { sentAt: new Date(now() + 10 * MINUTE).toISOString() }),
      };
      const late = (await marketer.call(updateLocation, { params, body })).body;
      expect(late).toMatchObject({ received: 2, tooLate: 1, isTakenOver: true });
    },
  );

  it('takes nothing measured later from a phone that claims only then that its clock is fast', async () => {
    const own = await working();
    await work(own, 5, 0, true);
    const { params, marketer } = own;
    await stop(own);
    app.clock.advance(5 * MINUTE);
    const sentAt = new Date(now() + HOUR).toISOString();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const body = { points: [fixAt(now() - 6 * MINUTE), fixAt(now())], sentAt };
      const sent = (await marketer.call(updateLocation, { params, body })).body;
      expect(sent).toMatchObject({ received: 1, tooLate: 1 });
    }
  });

  it('is no strong sign, even if it takes over from far away', async () => {
    const own = await working();
    await work(own, 5);
    const second = await secondDevice(own);
    const { params, marketer } = own;
    const other = (await second.call(startSession, { params, body: { takesOver: true } })).body;
    app.clock.advance(30 * SECOND);
    await second.call(updateLocation, { params, body: elsewhere(8000) });
    await second.call(endSession, { params: { ...params, sessionId: other.id } });
    for (const id of [own.session.id, other.id]) {
      const { body } = await marketer.call(getPresence, { params: { id } });
      expect(body.presence.signals).toEqual([
        { kind: 'two-places', weight: 'medium', count: 1, firstAt: null },
      ]);
    }
  });

  it('is the same device if it names itself the same', async () => {
    const own = await working();
    await stop(own);
    app.clock.advance(SECOND);
    const { params, marketer } = own;
    const device = { deviceId: '0f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11' };
    const { id } = (await marketer.call(startSession, { params, body: device })).body;
    const page = await secondDevice(own);
    expect((await page.call(startSession, { params, body: device })).body.id).toBe(id);
    const body = { ...fixAt(now()), ...device };
    expect((await page.call(updateLocation, { params, body })).status).toBe(200);
  });
});

it('a call says why its newest position does not count', async () => {
  const { campaign, marketer, params } = await working();
  const why = async (changes: object) => {
    app.clock.advance(15 * SECOND);
    const body = { ...fixAt(now()), ...changes };
    return (await marketer.call(updateLocation, { params, body })).body.notCounting;
  };
  expect(await why({})).toBeNull();
  expect(await why({ latitude: place.lat + 0.05 })).toBe('outside');
  // Within the 50 m that a location check grants, but less than half of the time counts.
  const edge = campaign.locationDetails?.radius ?? 0;
  const atMeters = (meters: number) => ({ latitude: place.lat + meters / 111_195, accuracy: 50 });
  expect(await why(atMeters(edge + 30))).toBe('outside');
  expect(await why(atMeters(edge - 30))).toBeNull();
  expect(await why({ accuracy: 201 })).toBe('inaccurate');
});
