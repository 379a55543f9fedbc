/** The main job through the API, on both database engines, with the wallet simulator over HTTP. */
import { afterEach, expect, it } from 'vitest';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { getAdvertiserStats, listCampaigns } from '#campaigns/contract.ts';
import { createCampaign } from '#campaigns/form-contract.ts';
import {
  createPaymentOrder,
  capturePaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '#campaigns/funding-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { MINUTE } from '#kernel/time.ts';
import { decideKyc, listKyc } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { listNotifications } from '#notifications/contract.ts';
import { getTrialBalance, listPayments } from '#payments/contract.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import { decideProof, listProofs, submitProof } from '#proofs/contract.ts';
import {
  endSession,
  getPresence,
  listLiveLocations,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';
import { picture } from '#uploads/server/sample-media.ts';
import { type Client, type TestApp, testApp } from './support/app.ts';
import { embeddedTestDatabase, freshDatabase, type TestDatabase } from './support/databases/database.ts';
import { hasPooler, pooledDatabase } from './support/databases/pooled-database.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';
import { saveNameAndPhoto } from './support/people/name-and-photo.ts';
import { multipartForm } from './support/form.ts';
import { uploadFile } from './support/upload.ts';
import { everyFifteenSeconds, hasTracks, madeWalk, recordedWalk } from './support/walk.ts';

let app: TestApp;
let database: TestDatabase;
let advertiser: Client;
let marketer: Client;
let admin: Client;

afterEach(async () => {
  await app.close();
  await database.close();
});

const place = { lat: 37.7955, lng: -122.3937 };
const engines = {
  'the embedded engine': embeddedTestDatabase,
  ...(process.env.TEST_DATABASE_URL && { 'a PostgreSQL server': freshDatabase }),
  ...(process.env.TEST_DATABASE_URL &&
    hasPooler && { 'a PostgreSQL server behind PgBouncer': pooledDatabase }),
};
const walk = hasTracks ? 'a recorded walk' : 'a made walk';

it.each(Object.entries(engines))(
  `runs on %s from an empty form to a paid marketer, with ${walk}`,
  { timeout: STORY_LIMIT_MS },
  async (_, open) => {
    database = await open();
    app = await testApp({ database });
    advertiser = await app.signInByMail('advertiser', 'brand@promenade.test');
    marketer = await app.signInByMail('marketer', 'maya@promenade.test');

    // The advertiser creates a campaign at a searched place and funds it.
    const start = new Date(app.clock.now().getTime() + 60 * MINUTE);
    const created = await advertiser.call(createCampaign, {
      body: wearableForm(app.clock.now(), {
        title: 'Ferry Building walk',
        startTime: start.toISOString(),
        duration: 60,
        payRate: 55,
        totalMarketersNeeded: 2,
        totalBudget: 110,
        location: 'Ferry Building, San Francisco, CA',
        locationDetails: { address: 'Ferry Building, San Francisco, CA', ...place, radius: 1000 },
        proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
      }),
    });
    expect([created.status, created.body.status, created.body.escrowStatus]).toEqual([
      201,
      'draft',
      'pending',
    ]);
    expect(created.body.city).toBe('San Francisco');
    const id = created.body.id;
    const due = (await advertiser.call(getEscrowStatus, { params: { id } })).body.due;
    expect(due).toEqual({ pay: '110.00', fee: '16.50', total: '126.50' });
    const order = await advertiser.call(createPaymentOrder, {
      body: { amount: '126.50', currency: 'USD', intent: 'CAPTURE', campaignId: id },
    });
    const approved = await fetch(order.body.approveUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ action: 'approve' }),
    });
    expect(approved.status).toBe(303);
    expect(approved.headers.get('location')).toContain(`/campaign/${id}/payment`);
    const captured = await advertiser.call(capturePaymentOrder, { params: { orderId: order.body.id } });
    const funded = await advertiser.call(fundCampaign, {
      params: { id },
      body: { paypalOrderId: order.body.id, paypalCaptureId: captured.body.id },
    });
    expect(funded.body).toMatchObject({
      status: 'active',
      escrowStatus: 'funded',
      escrowAmount: '110.00',
      platformFee: '16.50',
    });

    // The marketer finds it and applies, and the advertiser approves.
    const found = await marketer.call(listCampaigns, { query: { q: 'ferry' } });
    expect(found.body.map((campaign) => campaign.id)).toEqual([id]);
    expect((await marketer.call(apply, { body: { campaignId: id } })).error.code).toBe(
      'compliance/incomplete',
    );
    await marketer.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    expect((await marketer.call(apply, { body: { campaignId: id } })).error.code).toBe(
      'compliance/location-consent',
    );
    await marketer.call(updateCompliance, { body: { locationConsent: true } });
    expect((await marketer.call(apply, { body: { campaignId: id } })).error.code).toBe(
      'application/name-and-photo',
    );
    await saveNameAndPhoto(marketer);
    expect((await marketer.call(apply, { body: { campaignId: id } })).status).toBe(201);
    const [application] = (await advertiser.call(listApplications, { query: { campaignId: id } })).body;
    const decided = await advertiser.call(decideApplication, {
      params: { id: application?.id ?? '' },
      body: { status: 'approved' },
    });
    expect(decided.body.status).toBe('approved');

    // The marketer walks. The advertiser watches live, and never gets an exact position.
    app.clock.set(new Date(start.getTime() - 5 * MINUTE));
    const session = await marketer.call(startSession, { params: { id } });
    expect(session.status).toBe(201);
    const begun = app.clock.now().getTime();
    const walk = everyFifteenSeconds(
      hasTracks ? recordedWalk('tokyo-walk-a', place, systemRandom) : madeWalk(place, systemRandom),
    );
    for (const [index, point] of walk.entries()) {
      app.clock.set(new Date(begun + point.elapsedMs));
      const fix = { latitude: point.lat, longitude: point.lng, accuracy: point.accuracy };
      const sent = await marketer.call(updateLocation, { params: { id }, body: fix });
      expect([sent.status, sent.body.isInZone]).toEqual([200, true]);
      if (index % 40 !== 0) continue;
      const live = await advertiser.call(listLiveLocations, { params: { id } });
      expect(live.body).toHaveLength(1);
      // The zone is published a minute late.
      expect(live.body[0]).toMatchObject({
        isActive: true,
        isInZone: index === 0 ? null : true,
        accuracy: 600,
      });
      expect(live.body[0]?.marketerId).not.toBe(marketer.userId);
      expect(JSON.stringify(live.body)).not.toContain(String(point.lat));
    }
    await marketer.call(endSession, { params: { id, sessionId: session.body.id } });
    expect((await advertiser.call(listLiveLocations, { params: { id } })).body).toEqual([]);
    const presence = (await advertiser.call(getPresence, { params: { id: session.body.id } })).body.presence;
    expect(presence.minutesInside).toBeGreaterThan(30);

    // The marketer sends a photo, and the advertiser approves: the payment waits, with a reason.
    app.clock.set(new Date(Math.max(app.clock.now().getTime(), start.getTime() + MINUTE)));
    const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'selfie.jpg');
    const proof = await marketer.call(submitProof, {
      body: {
        campaignId: id,
        sessionId: session.body.id,
        note: 'Lovely morning',
        media: [{ uploadId, kind: 'selfie' }],
      },
    });
    expect(proof.status, proof.error.message).toBe(201);
    const [toReview] = (await advertiser.call(listProofs)).body;
    const photo = await advertiser.request('GET', toReview?.media[0]?.url ?? '');
    expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const approval = { params: { id: proof.body.id }, body: { status: 'approved' as const } };
    expect((await advertiser.call(decideProof, approval)).body).toMatchObject({ status: 'approved' });
    await app.runDue();
    const [waiting] = (await marketer.call(listPayments)).body;
    expect(waiting).toMatchObject({
      amount: '55.00',
      platformFee: '8.25',
      status: 'pending',
      waitsFor: ['kyc', 'wallet-email'],
    });

    // After the identity check and the wallet email, the payout is sent.
    const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
    const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
    const handedIn = await marketer.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
    expect(handedIn.status, handedIn.error.message).toBe(200);
    // Signed in only now, because an idle admin session ends after half an hour.
    admin = await app.signInAdmin();
    expect((await admin.call(listKyc)).body.map(({ userId }) => userId)).toEqual([marketer.userId]);
    await admin.call(decideKyc, { params: { userId: marketer.userId }, body: { status: 'approved' } });
    await app.runDue();
    expect((await marketer.call(listPayments)).body[0]?.waitsFor).toEqual(['wallet-email']);
    // Changing the wallet email requires a recent sign-in, and this one was hours ago.
    const wallet = { body: { paypalEmail: 'maya@wallet.test' } };
    expect((await marketer.call(setWalletEmail, wallet)).error.code).toBe('auth/recent-required');
    await marketer.call(requestIdentityCode);
    await app.runDue();
    const { code } = await app.lastMail(marketer.email);
    await marketer.call(confirmIdentity, { body: { code: code ?? '' } });
    expect((await marketer.call(setWalletEmail, wallet)).status).toBe(200);
    await app.runDue();
    await expect.poll(() => settledPayment()).toMatchObject({ status: 'completed', waitsFor: [] });
    expect((await advertiser.call(listProofs)).body).toMatchObject([{ payment: 'completed' }]);

    // The simulator's books, both dashboards and the ledger agree.
    const answer = await fetch(new URL('/wallet-simulator/books', order.body.approveUrl));
    const books: { payouts: unknown[] } = JSON.parse(await answer.text());
    expect(books.payouts).toEqual([
      expect.objectContaining({ status: 'SUCCESS', amount: '55.00', receiver: 'maya@wallet.test' }),
    ]);
    expect((await marketer.call(getCurrentUser)).body.totalEarnings).toBe('55.00');
    expect((await advertiser.call(getAdvertiserStats)).body).toMatchObject({
      totalMarketers: 1,
      totalSpent: '63.25',
      totalTipped: '0.00',
    });
    expect((await advertiser.call(getEscrowStatus, { params: { id } })).body.escrowLeft).toBe('55.00');
    const ledger = (await admin.call(getTrialBalance)).body;
    expect([ledger.sum, ledger.violations]).toEqual(['0.00', []]);
    const notices = (await marketer.call(listNotifications)).body.notifications.map(({ kind }) => kind);
    expect(notices).toEqual(
      expect.arrayContaining(['application.approved', 'proof.approved', 'kyc.approved', 'payment.completed']),
    );
  },
);

/** Runs the clocks of product and simulator until the payout is settled. */
async function settledPayment() {
  app.clock.advance(10_000);
  await app.runDue();
  return (await marketer.call(listPayments)).body[0];
}
