import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideApplication } from '#applications/contract.ts';
import { getEscrowStatus } from '#campaigns/funding-contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listNotifications } from '#notifications/contract.ts';
import { getTrialBalance, listPayments } from '#payments/contract.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { approve, readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { movie, picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { decideProof, getProof, listProofs, type MediaKind, submitProof } from '../contract.ts';

let app: TestApp;
// The clock advances for days; without this, users would have to sign in again.
const settings = { SESSION_IDLE_MS: String(20 * DAY) };
beforeAll(async () => {
  app = await testApp({ settings });
});
afterAll(() => app.close());

const video = movie('isom');
const UNKNOWN_ID = '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11';
const photosOnly = { videoDuration: 0, requireSelfie: true, requireLocationCheck: true };

async function media(marketer: Client, kinds: readonly MediaKind[]) {
  const files = [];
  for (const kind of kinds) {
    // A new picture each time: the same one in two works would be a sign.
    const content = kind === 'video' ? video : await picture('jpeg');
    files.push({
      uploadId: await uploadFile(marketer, content, 'proof', kind === 'video' ? 'a.mp4' : 'a.jpg'),
      kind,
    });
  }
  return files;
}

const fix = { latitude: 37.7897, longitude: -122.4, accuracy: 8 };

async function walked(
  requirements: Parameters<typeof runningCampaign>[1] = { proofRequirements: photosOnly },
  position = fix,
) {
  const work = await runningCampaign(app, requirements);
  const [marketer] = work.marketers;
  if (!marketer) throw new Error('no marketer works');
  const id = work.campaign.id;
  const session = (await marketer.call(startSession, { params: { id } })).body;
  const points = Array.from({ length: 10 }, (_, minute) => ({
    ...position,
    recordedAt: new Date(app.clock.now().getTime() + minute * MINUTE).toISOString(),
  }));
  app.clock.advance(10 * MINUTE);
  await marketer.call(updateLocation, { params: { id }, body: { points } });
  await marketer.call(endSession, { params: { id, sessionId: session.id } });
  return { ...work, marketer, id, session };
}

const submit = async (
  marketer: Client,
  campaignId: string,
  kinds: readonly MediaKind[],
  more: { sessionId?: string; postUrl?: string; note?: string } = {},
) => marketer.call(submitProof, { body: { campaignId, media: await media(marketer, kinds), ...more } });

/** These marketers walk for ten of ninety minutes, which is too little for silence to approve. */
const makeOrdinary = () =>
  app.database.asOwner(`update proof set strength = 'ordinary' where status = 'pending'`);

const decide = (client: Client, id: string, status: 'approved' | 'rejected', reviewNotes?: string) =>
  client.call(decideProof, { params: { id }, body: { status, reviewNotes } });

const readEscrow = async ({ advertiser, id }: Sent['work']) =>
  (await advertiser.call(getEscrowStatus, { params: { id } })).body.escrowLeft;

const none = { approve: false, reject: false, resend: false, answerSigns: false, askAgain: false };

describe('sending proof', () => {
  it('stores the files, the session’s presence and the review deadline', async () => {
    const { marketer, advertiser, id, session } = await walked();
    const sent = await submit(marketer, id, ['selfie', 'photo'], { sessionId: session.id, note: 'Sunny' });
    expect(sent.status, sent.error?.message).toBe(201);
    expect(sent.body).toMatchObject({
      campaignId: id,
      campaignTitle: 'Cold brew on Market Street',
      status: 'pending',
      duration: 10,
      note: 'Sunny',
      sessionId: session.id,
      presence: { fixes: 10 },
      payRate: '40.00',
      can: none,
      reviewDueAt: new Date(app.clock.now().getTime() + 72 * HOUR).toISOString(),
    });
    expect(sent.body.media.map(({ kind, contentType }) => [kind, contentType])).toEqual([
      ['selfie', 'image/jpeg'],
      ['photo', 'image/jpeg'],
    ]);
    const [seen] = (await advertiser.call(listProofs)).body;
    expect(seen).toMatchObject({
      id: sent.body.id,
      can: { ...none, approve: true, reject: true, askAgain: true },
    });
    const late = await marketer.call(updateLocation, { params: { id }, body: fix });
    expect([late.status, late.error.code]).toEqual([409, 'session/proof-sent']);
    await app.runDue();
    const notices = (await advertiser.call(listNotifications)).body.notifications;
    expect(notices.filter(({ kind }) => kind === 'proof.submitted')).toHaveLength(1);
  });

  it('is accepted once, and once more after a rejection', async () => {
    const { marketer, advertiser, id } = await walked();
    const first = (await submit(marketer, id, ['selfie'])).body;
    const twice = await submit(marketer, id, ['selfie']);
    expect([twice.status, twice.error.code]).toEqual([409, 'proof/exists']);
    await decide(advertiser, first.id, 'rejected', 'Please show the shirt');
    const second = await submit(marketer, id, ['selfie']);
    expect([second.status, second.body.status]).toEqual([201, 'pending']);
    expect(second.body.id).not.toBe(first.id);
    await decide(advertiser, second.body.id, 'rejected');
    const third = await submit(marketer, id, ['selfie']);
    expect([third.status, third.error.code]).toEqual([409, 'proof/used-up']);
    await app.runDue();
    const texts = (await marketer.call(listNotifications)).body.notifications
      .filter(({ kind }) => kind === 'proof.rejected')
      .map(({ text }) => text);
    expect(texts.filter((text) => text.includes('one new proof'))).toHaveLength(1);
    expect(texts).toHaveLength(2);
    const statuses = (await marketer.call(listProofs)).body.map(({ status }) => status);
    expect(statuses).toEqual(['rejected', 'rejected']);
  });

  it('requires what the campaign asks for, and names the missing parts', async () => {
    const { marketer, id } = await walked({ proofRequirements: { videoDuration: 2, requireSelfie: true } });
    const lacks = async (kinds: readonly MediaKind[]) => {
      const refused = await submit(marketer, id, kinds);
      expect([refused.status, refused.error.code]).toEqual([422, 'proof/missing-media']);
      return refused.error.fields;
    };
    expect(await lacks([])).toEqual({ media: 'Add a selfie and a 2-minute video' });
    expect(await lacks(['selfie', 'photo'])).toEqual({ media: 'Add a 2-minute video' });
    expect(await lacks(['video'])).toEqual({ media: 'Add a selfie' });
    expect((await submit(marketer, id, ['selfie', 'video'])).status).toBe(201);
  });

  it('requires a photo if nothing else is required', async () => {
    const proofRequirements = { videoDuration: 0, requireSelfie: false, requireLocationCheck: false };
    const { marketers, campaign } = await runningCampaign(app, { proofRequirements });
    const [marketer] = marketers as [Client];
    expect((await submit(marketer, campaign.id, [])).error.fields).toEqual({ media: 'Add a photo' });
    const sent = await submit(marketer, campaign.id, ['photo']);
    expect(sent.body).toMatchObject({ sessionId: null, presence: null, duration: 90 });
  });

  it('requires a position inside the zone', async () => {
    const none = await runningCampaign(app, { proofRequirements: photosOnly });
    const [idle] = none.marketers as [Client];
    expect((await submit(idle, none.campaign.id, ['selfie'])).error.code).toBe('proof/missing-presence');
    const { marketer, id } = await walked(undefined, { ...fix, latitude: 37.81 });
    const refused = await submit(marketer, id, ['selfie']);
    expect([refused.status, refused.error.code]).toEqual([422, 'proof/missing-presence']);
    // A late fix from inside still counts, so the proof can be sent.
    await marketer.call(updateLocation, { params: { id }, body: fix });
    expect((await submit(marketer, id, ['selfie'])).status).toBe(201);
  });

  it('requires tracking to be stopped in every session of this work', async () => {
    const { marketer, id, session } = await walked();
    const second = await marketer.call(startSession, { params: { id } });
    for (const sessionId of [undefined, session.id, second.body.id]) {
      const refused = await submit(marketer, id, ['selfie'], { sessionId });
      expect([refused.status, refused.error.code]).toEqual([409, 'proof/session-running']);
    }
    await marketer.call(endSession, { params: { id, sessionId: second.body.id } });
    expect((await submit(marketer, id, ['selfie'], { sessionId: session.id })).body.sessionId).toBe(
      session.id,
    );
  });

  it('rejects sessions of other marketers and other campaigns', async () => {
    const mine = await walked();
    const others = await walked();
    const refused = await submit(mine.marketer, mine.id, ['selfie'], { sessionId: others.session.id });
    expect([refused.status, refused.error.code]).toEqual([404, 'session/not-found']);
    const unknown = await submit(mine.marketer, mine.id, ['selfie'], { sessionId: UNKNOWN_ID });
    expect(unknown.error.code).toBe('session/not-found');
  });

  it('is refused before the start', async () => {
    const advertiser = await app.signIn('advertiser');
    const startsAt = app.clock.now().getTime() + HOUR;
    const campaign = await fundedCampaign(app, advertiser, {
      startTime: new Date(startsAt).toISOString(),
      proofRequirements: { ...photosOnly, requireLocationCheck: false },
    });
    const marketer = await readyMarketer(app);
    await approve(advertiser, marketer, campaign.id);
    app.clock.set(new Date(startsAt - 1));
    const early = await submit(marketer, campaign.id, ['selfie']);
    expect([early.status, early.error.code]).toEqual([409, 'proof/too-early']);
    app.clock.advance(1);
    expect((await submit(marketer, campaign.id, ['selfie'])).status).toBe(201);
  });

  it('is for approved applicants only', async () => {
    const { advertiser, id, campaign } = await walked();
    const stranger = await readyMarketer(app);
    const refused = await submit(stranger, campaign.id, ['selfie']);
    expect([refused.status, refused.error.code]).toEqual([403, 'proof/not-approved']);
    expect((await submit(stranger, UNKNOWN_ID, [])).status).toBe(404);
    expect((await advertiser.call(submitProof, { body: { campaignId: id, media: [] } })).status).toBe(403);
    expect((await app.visitor().call(submitProof, { body: { campaignId: id, media: [] } })).status).toBe(401);
  });

  it('requires the post link of a social campaign', async () => {
    const { campaign, marketers } = await runningCampaign(app, { campaignType: 'social' });
    const [marketer] = marketers as [Client];
    const without = await submit(marketer, campaign.id, ['screenshot']);
    expect(without.error.fields).toEqual({ postUrl: 'Add the link to your post' });
    for (const postUrl of ['javascript:alert(1)', 'ftp://a.example/b', 'my post']) {
      const refused = await submit(marketer, campaign.id, [], { postUrl });
      expect(refused).toMatchObject({
        status: 400,
        error: { fields: { postUrl: 'Enter the link to your post' } },
      });
    }
    const sent = await submit(marketer, campaign.id, [], { postUrl: 'https://instagram.com/p/1' });
    expect(sent.body).toMatchObject({
      status: 'pending',
      postUrl: 'https://instagram.com/p/1',
      payRate: '100.00',
    });
  });
});

describe('the files of a proof', () => {
  let work: Awaited<ReturnType<typeof walked>>;
  beforeAll(async () => {
    work = await walked();
  });
  const send = (files: { uploadId: string; kind: MediaKind }[]) =>
    work.marketer.call(submitProof, { body: { campaignId: work.id, media: files } });

  it('must belong to the marketer', async () => {
    const other = await readyMarketer(app);
    const refused = await send(await media(other, ['selfie']));
    expect([refused.status, refused.error.code]).toEqual([404, 'upload/not-found']);
  });

  it('must be of the declared kind', async () => {
    const [film, photo] = await media(work.marketer, ['video', 'photo']);
    const asSelfie = await send([{ uploadId: film?.uploadId ?? '', kind: 'selfie' }]);
    const { code, message } = asSelfie.error;
    expect([asSelfie.status, code, message]).toEqual([
      415,
      'upload/wrong-type',
      'This file is not a picture.',
    ]);
    const [selfie] = await media(work.marketer, ['selfie']);
    const asVideo = await send([
      selfie as { uploadId: string; kind: 'selfie' },
      { uploadId: photo?.uploadId ?? '', kind: 'video' },
    ]);
    expect(asVideo.error.fields).toEqual({ 'media.1.uploadId': 'This file is not a video.' });
  });

  it('must be uploaded for a proof', async () => {
    const uploadId = await uploadFile(work.marketer, await picture('jpeg'), 'profile-photo', 'me.jpg');
    expect((await send([{ uploadId, kind: 'selfie' }])).error.code).toBe('upload/wrong-type');
  });

  it('can be used once, and stay free if the proof is refused', async () => {
    const [selfie] = await media(work.marketer, ['selfie']);
    if (!selfie) throw new Error('no file');
    const twice = await send([selfie, { ...selfie, kind: 'photo' }]);
    expect([twice.status, twice.error.code]).toEqual([404, 'upload/not-found']);
    const sent = await send([selfie]);
    expect(sent.status, sent.error?.message).toBe(201);
    await decide(work.advertiser, sent.body.id, 'rejected');
    expect((await send([selfie])).error.code).toBe('upload/not-found');
  });

  it('can be read by both sides and admins only', async () => {
    const [proof] = (await work.advertiser.call(listProofs)).body;
    const url = proof?.media[0]?.url ?? '';
    const admin = await app.signInAdmin();
    for (const client of [work.marketer, work.advertiser, admin])
      expect((await client.request('GET', url)).status).toBe(200);
    const others = [await app.signIn('advertiser'), await readyMarketer(app), app.visitor()];
    for (const client of others) expect((await client.request('GET', url)).status).toBe(404);
  });

  it.each([
    ['eleven', { media: Array.from({ length: 11 }, () => ({ uploadId: UNKNOWN_ID, kind: 'photo' })) }],
    ['of no kind', { media: [{ uploadId: UNKNOWN_ID, kind: 'gif' }] }],
    ['without an id', { media: [{ kind: 'photo' }] }],
    ['with a status of the sender’s own', { media: [], status: 'approved' }],
    ['with a note of thousands of letters', { media: [], note: 'a'.repeat(2001) }],
  ])('%s are refused', async (_, more) => {
    const answer = await work.marketer.request('POST', '/api/proofs', { campaignId: work.id, ...more });
    expect([answer.status, answer.error.code]).toEqual([400, 'request/invalid']);
  });
});

async function sent() {
  const work = await walked();
  return { work, proofId: (await submit(work.marketer, work.id, ['selfie'])).body.id };
}
type Sent = Awaited<ReturnType<typeof sent>>;

describe('a decision', () => {
  let { work, proofId } = {} as Sent;
  beforeEach(async () => {
    ({ work, proofId } = await sent());
  });

  const released = () => readEscrow(work);

  it('approves and pays once, and returns what the payment waits for', async () => {
    const approved = await decide(work.advertiser, proofId, 'approved');
    expect(approved.body).toMatchObject({
      status: 'approved',
      decidedAt: app.clock.now().toISOString(),
      reviewNotes: null,
    });
    const shown = await work.advertiser.call(getProof, { params: { id: proofId } });
    expect(shown.body).toMatchObject({ status: 'approved', payment: 'pending', can: none });
    const payments = (await work.marketer.call(listPayments)).body;
    expect(payments).toMatchObject([
      {
        campaignId: work.id,
        amount: '40.00',
        platformFee: '6.00',
        status: 'pending',
        waitsFor: ['kyc', 'wallet-email'],
      },
    ]);
    expect(await released()).toBe('80.00');
    const money = (await work.advertiser.call(getCampaignLedger, { params: { id: work.id } })).body;
    expect(money).toMatchObject({ funded: '138.00', released: '40.00', feeEarned: '6.00', left: '92.00' });
    const last = { move: 'released', pay: '-40.00', fee: '-6.00', left: '92.00' };
    expect(money.lines.at(-1)).toMatchObject(last);
    const ledger = (await (await app.signInAdmin()).call(getTrialBalance)).body;
    expect([ledger.sum, ledger.violations]).toEqual(['0.00', []]);
  });

  it('rejects without payment, with the reason or the default', async () => {
    const rejected = await decide(work.advertiser, proofId, 'rejected', ' Too dark ');
    expect(rejected.body).toMatchObject({ status: 'rejected', reviewNotes: 'Too dark' });
    expect((await work.marketer.call(listPayments)).body).toEqual([]);
    expect(await released()).toBe('120.00');
    const again = await submit(work.marketer, work.id, ['selfie']);
    expect((await decide(work.advertiser, again.body.id, 'rejected')).body.reviewNotes).toBe(
      'Rejected by advertiser',
    );
  });

  it.each(['approved', 'rejected'] as const)(
    'invariant 11: to have it %s again changes nothing',
    async (status) => {
      const first = await decide(work.advertiser, proofId, status, 'once');
      const money = [await released(), (await work.marketer.call(listPayments)).body];
      app.clock.advance(MINUTE);
      const again = await decide(work.advertiser, proofId, status, 'twice');
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect([await released(), (await work.marketer.call(listPayments)).body]).toEqual(money);
      const { rows } = await app.database.asOwner(
        `select action, actor_id from audit_entry where object_kind = 'proof' and object_id = $1`,
        [proofId],
      );
      expect(rows).toEqual([{ action: `proof.${status}`, actor_id: work.advertiser.userId }]);
    },
  );

  it.each([
    ['approved', 'rejected'],
    ['rejected', 'approved'],
  ] as const)('once %s cannot become %s', async (first, second) => {
    await decide(work.advertiser, proofId, first);
    const money = await released();
    const refused = await decide(work.advertiser, proofId, second);
    expect([refused.status, refused.error.code, refused.error.state]).toEqual([409, 'proof/decided', first]);
    expect(await released()).toBe(money);
    expect((await work.marketer.call(getProof, { params: { id: proofId } })).body.status).toBe(first);
    await expect(
      app.database.asOwner(`update proof set status = 'pending', decided_at = null where id = $1`, [proofId]),
    ).rejects.toThrow('is already');
  });
});

describe('a refused decision', () => {
  let { work, proofId } = {} as Sent;
  beforeAll(async () => {
    ({ work, proofId } = await sent());
  });

  it('is for the campaign’s advertiser only', async () => {
    const rival = await app.signIn('advertiser');
    const admin = await app.signInAdmin();
    expect((await decide(app.visitor(), proofId, 'approved')).status).toBe(401);
    expect((await decide(work.marketer, proofId, 'approved')).status).toBe(403);
    expect((await decide(admin, proofId, 'approved')).status).toBe(403);
    expect((await decide(rival, proofId, 'approved')).error.code).toBe('proof/not-found');
    expect((await decide(rival, UNKNOWN_ID, 'approved')).status).toBe(404);
    for (const [client, status] of [
      [rival, 404],
      [await readyMarketer(app), 404],
      [work.marketer, 200],
      [work.advertiser, 200],
      [admin, 200],
      [app.visitor(), 401],
    ] as const) {
      expect((await client.call(getProof, { params: { id: proofId } })).status).toBe(status);
    }
    expect((await rival.call(listProofs)).body).toEqual([]);
    expect((await rival.call(listProofs, { query: { campaignId: work.id } })).body).toEqual([]);
  });

  it.each([
    { status: 'pending' },
    { status: 'approved', amount: '9999.00' },
    {},
    { status: 'approved', reviewNotes: 5 },
  ])('rejects an invalid body: %o', async (body) => {
    const answer = await work.advertiser.request('PUT', `/api/proofs/${proofId}`, body);
    expect([answer.status, answer.error.code]).toEqual([400, 'request/invalid']);
  });

  it('leaves the applicant unable to withdraw', async () => {
    const query = 'select id from application where campaign_id = $1';
    const { rows } = await app.database.asOwner(query, [work.id]);
    const refused = await work.marketer.call(decideApplication, {
      params: { id: rows[0].id },
      body: { status: 'withdrawn' },
    });
    expect(refused.error.code).toBe('application/session-begun');
  });
});

describe('days later', () => {
  // Otherwise the campaigns of the tests above would end too.
  beforeAll(async () => {
    await app.close();
    app = await testApp({ settings });
  });

  it('is accepted until the deadline, 48 hours after the window', async () => {
    const { marketer, id, campaign } = await walked();
    const due = new Date(campaign.proofDueAt ?? '');
    expect(due.getTime() - new Date(campaign.closesAt ?? '').getTime()).toBe(48 * HOUR);
    app.clock.set(new Date(due.getTime() + 1));
    const late = await submit(marketer, id, ['selfie']);
    expect([late.status, late.error.code]).toEqual([409, 'proof/too-late']);
    app.clock.set(due);
    expect((await submit(marketer, id, ['selfie'])).status).toBe(201);
  });

  it('is an automatic approval after 72 hours, not before, and notifies the marketer', async () => {
    const { work, proofId } = await sent();
    await makeOrdinary();
    app.clock.advance(72 * HOUR - 1);
    await app.runDue();
    expect((await work.advertiser.call(getProof, { params: { id: proofId } })).body.status).toBe('pending');
    app.clock.advance(MINUTE);
    await app.runDue();
    const decided = (await work.advertiser.call(getProof, { params: { id: proofId } })).body;
    expect(decided.status).toBe('approved');
    expect(await readEscrow(work)).toBe('80.00');
    const { rows } = await app.database.asOwner(
      `select actor_id, actor_role from audit_entry where object_id = $1`,
      [proofId],
    );
    expect(rows).toEqual([{ actor_id: null, actor_role: 'platform' }]);
    expect((await decide(work.advertiser, proofId, 'rejected')).error.state).toBe('approved');
    await app.runDue();
    const kinds = (await work.marketer.call(listNotifications)).body.notifications.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'proof.approved')).toHaveLength(1);
  });

  it('still approves other proofs automatically if one fails', async () => {
    const [{ work, proofId }, { work: other, proofId: otherId }] = [await sent(), await sent()];
    await makeOrdinary();
    // A broken row that no call can create: its campaign says that every taken place is paid.
    await app.database.asOwner('update campaign set released = hired where id = $1', [work.id]);
    app.clock.advance(72 * HOUR);
    await app.runDue();
    const status = async (client: Client, id: string) =>
      (await client.call(getProof, { params: { id } })).body.status;
    expect(await status(work.marketer, proofId)).toBe('pending');
    expect(await status(other.marketer, otherId)).toBe('approved');
    await app.database.asOwner('update campaign set released = 0 where id = $1', [work.id]);
    app.clock.advance(MINUTE);
    await app.runDue();
    expect(await status(work.marketer, proofId)).toBe('approved');
  });
});
