/** Two separate sides of the market, each with one thing of every kind, made through real calls. */
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { apply, decideApplication } from '#applications/contract.ts';
import { saveSearch } from '#applications/saved-search-contract.ts';
import { listOwnStrikes } from '#applications/strike-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { openDispute } from '#disputes/contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { decideKyc } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { sendMessage } from '#messages/contract.ts';
import { reportThread } from '#messages/report-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import { declareSocialAccount, submitSocialAccount } from '#profiles/social-contract.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { createReportLink } from '#reports/link-form-contract.ts';
import { startSession, updateLocation } from '#tracking/contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { multipartForm } from '#tests/support/form.ts';
import { draftCampaign, fundedCampaign, openOrder } from '#tests/support/people/funded-campaign.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { untilPaid } from '#tests/support/people/identity-check.ts';
import { knowFollowers } from '#tests/support/people/known-followers.ts';
import { knowNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { picture } from '#tests/support/media.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { signedInTwice, withWebhook } from './sign-ins.ts';
import { type Caller, callers, newCaller, touchSessions } from './callers.ts';
import { ofInvoices } from './invoices.ts';
import { asSeenByTeam, makeTeams, withTeam } from './teams.ts';
import type { TestObject } from './objects.ts';

/** The device that feeds the marketer's session. */
export const phoneId = '0d3a6b1e-5c0f-4e6b-9a55-3f6f0f6f1a01';

export interface World {
  app: TestApp;
  clients: Record<Caller, Client>;
  things: TestObject[];
  /** Texts that only these callers may ever see. */
  marks: { text: string; seenBy: readonly Caller[] }[];
}

/** One advertiser, a marketer who works for them, and the things between them. */
interface Side {
  marketer: 'marketer' | 'otherMarketer';
  advertiser: 'advertiser' | 'otherAdvertiser';
}
const sides: Side[] = [
  { marketer: 'marketer', advertiser: 'advertiser' },
  { marketer: 'otherMarketer', advertiser: 'otherAdvertiser' },
];

export async function makeWorld(): Promise<World> {
  const app = await testApp({ settings: { PUSH_LOOPBACK: 'allowed' } });
  const clients = {} as Record<Caller, Client>; // filled below
  for (const caller of callers) clients[caller] = await newCaller(app, caller);
  const things: TestObject[] = [];
  const begun: Begun[] = [];
  for (const side of sides) begun.push(await beforeTheStart(app, clients, side));
  await keepWorkingUntil(app, new Date(app.clock.now().getTime() + HOUR + MINUTE));
  // Sends the emails about the work first, so that the newest email is a sign-in code.
  await app.runDue();
  // Signs in again, so that calls that require a recent sign-in get as far as the object.
  for (const caller of workers) {
    const { email } = clients[caller];
    clients[caller] = await app.signIn(caller.endsWith('arketer') ? 'marketer' : 'advertiser', email);
  }
  clients.noType = await newCaller(app, 'noType');
  for (const side of begun) things.push(...(await afterTheStart(app, clients, side)));
  things.push(...(await ofTheWallet(app)), await ofAnUnpaidPayment(app, begun));
  things.push(...(await ofInvoices(app, clients)));
  things.push(await ofALostDispute(app, begun), ...(await ofTheListed(app, clients, begun)));
  const teams = await makeTeams(app, clients);
  await touchSessions(clients);
  const marks = sides.flatMap(({ marketer, advertiser }) => [
    { text: clients[marketer].email, seenBy: [marketer, 'admin'] as const },
    // A business without a name is shown by its owner's email.
    { text: clients[advertiser].email, seenBy: withTeam([advertiser, 'admin']) },
  ]);
  return { app, clients, things: asSeenByTeam([...things, ...teams]), marks };
}

const workers = [
  'marketer',
  'otherMarketer',
  'advertiser',
  'otherAdvertiser',
  'manager',
  'viewer',
  'admin',
] as const;

interface Begun extends Side {
  draftId: string;
  orderId: string;
  runningId: string;
  /** Social campaigns in which the marketer has a place. */
  worked: Record<'pending' | 'rejected' | 'paid', string>;
  appliedId: string;
  applicationIds: { approved: string; pending: string; left: string };
  artworkId: string;
}

async function beforeTheStart(app: TestApp, clients: Record<Caller, Client>, side: Side): Promise<Begun> {
  const [advertiser, marketer] = [clients[side.advertiser], clients[side.marketer]];
  await consent(app, marketer, clients.admin, side.marketer === 'marketer');
  const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
  const artworkId = await uploadFile(advertiser, await picture('png'), 'brand-asset', 'logo.png');
  const social = (changes: Partial<CampaignFormInput> = {}) =>
    fundedCampaign(app, advertiser, {
      campaignType: 'social',
      autoApprove: true,
      startTime,
      totalMarketersNeeded: 1,
      totalBudget: 100,
      ...changes,
    });
  const running = await fundedCampaign(app, advertiser, {
    startTime,
    brandAssets: { logoUrl: fileUrl(artworkId) },
  });
  const approved = await approve(advertiser, marketer, running.id);
  const worked = { pending: '', rejected: '', paid: '' };
  for (const name of ['pending', 'rejected', 'paid'] as const) {
    worked[name] = (await social()).id;
    await marketer.call(apply, { body: { campaignId: worked[name] } });
  }
  // Given back less than twelve hours before the start, which earns a strike.
  const soon = new Date(app.clock.now().getTime() + 12.5 * HOUR).toISOString();
  const { id: leftId } = await fundedCampaign(app, advertiser, { startTime: soon, autoApprove: true });
  const left = await marketer.call(apply, { body: { campaignId: leftId } });
  const applied = await social({ autoApprove: false });
  const pending = await marketer.call(apply, { body: { campaignId: applied.id } });
  const closed = await social();
  expect((await advertiser.call(closeCampaign, { params: { id: closed.id } })).status).toBe(200);
  const draft = await draftCampaign(app, advertiser);
  return {
    ...side,
    draftId: draft.id,
    orderId: (await openOrder(advertiser, draft.id)).id,
    runningId: running.id,
    worked,
    appliedId: applied.id,
    applicationIds: { approved, pending: pending.body.id, left: left.body.id },
    artworkId,
  };
}

async function consent(app: TestApp, marketer: Client, admin: Client, isVerified: boolean): Promise<void> {
  const confirmed = { ageVerified: true, termsAccepted: true, privacyAccepted: true } as const;
  await marketer.call(updateCompliance, { body: confirmed });
  await marketer.call(updateCompliance, { body: { locationConsent: true } });
  await knowFollowers(app.database, marketer.userId);
  await knowNameAndPhoto(app.database, marketer.userId);
  const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
  const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
  await marketer.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
  if (!isVerified) return;
  const decided = { params: { userId: marketer.userId }, body: { status: 'approved' as const } };
  expect((await admin.call(decideKyc, decided)).status).toBe(200);
  const set = await marketer.call(setWalletEmail, { body: { paypalEmail: `wallet-of-${marketer.email}` } });
  expect(set.status).toBe(200);
}

async function afterTheStart(
  app: TestApp,
  clients: Record<Caller, Client>,
  begun: Begun,
): Promise<TestObject[]> {
  const { marketer: worker, advertiser: owner, runningId, worked, applicationIds } = begun;
  const [advertiser, marketer] = [clients[owner], clients[worker]];
  const both = { owner: worker, marketer: worker, advertiser: owner, admin: 'admin' } as const;
  const campaign = { owner, marketer: worker, advertiser: owner, admin: 'admin' } as const;

  const leaving = { params: { id: applicationIds.left }, body: { status: 'withdrawn' as const } };
  expect((await marketer.call(decideApplication, leaving)).status).toBe(200);
  const session = await marketer.call(startSession, {
    params: { id: runningId },
    body: { deviceId: phoneId },
  });
  expect(session.status, session.error.message).toBe(201);
  const fix = { latitude: 37.78971, longitude: -122.40011, accuracy: 8, deviceId: phoneId };
  await marketer.call(updateLocation, { params: { id: runningId }, body: fix });

  const screenshot = await uploadFile(marketer, await picture('png'), 'proof', 'screenshot.png');
  const send = async (campaignId: string, media: { uploadId: string; kind: 'screenshot' }[] = []) => {
    const body = { campaignId, postUrl: 'https://instagram.com/p/one', media };
    const sent = await marketer.call(submitProof, { body });
    expect(sent.status, sent.error.message).toBe(201);
    return sent.body.id;
  };
  const pendingProof = await send(worked.pending, [{ uploadId: screenshot, kind: 'screenshot' }]);
  const rejectedProof = await send(worked.rejected);
  const paidProof = await send(worked.paid);
  const decide = (id: string, status: 'approved' | 'rejected') =>
    advertiser.call(decideProof, { params: { id }, body: { status } });
  expect((await decide(rejectedProof, 'rejected')).status).toBe(200);
  expect((await decide(paidProof, 'approved')).status).toBe(200);
  const opened = { params: { id: rejectedProof }, body: { reason: 'The post shows the product.' } };
  const dispute = await marketer.call(openDispute, opened);
  expect(dispute.status, dispute.error.message).toBe(201);
  await app.runDue();
  const reportId = await reported(app, marketer, applicationIds.approved);
  const [payment] = (await marketer.call(listPayments)).body;
  const [strike] = (await marketer.call(listOwnStrikes)).body.strikes;
  const search = await marketer.call(saveSearch, {
    body: { name: `Near ${worker}`, filters: { city: 'Oakland' }, isAlerting: true },
  });
  const loose = await uploadFile(marketer, await picture('png'), 'proof', 'loose.png');
  const notified = await app.database.asOwner('select id from notification where account_id = $1', [
    marketer.userId,
  ]);

  const named = { platform: 'youtube', handle: `of.${worker.toLowerCase()}`, followers: 5000 } as const;
  const socialId = (await marketer.call(declareSocialAccount, { body: named })).body.id;
  expect((await marketer.call(submitSocialAccount, { params: { id: socialId } })).status).toBe(200);

  const link = await advertiser.call(createReportLink, {
    params: { id: runningId },
    body: { id: randomUUID() },
  });
  expect(link.status, link.error?.message).toBe(201);

  const { secondFactorId, sessionId, accessTokenId } = await signedInTwice(app, marketer);

  const name = (what: string) => `${what} of ${worker} and ${owner}`;
  return [
    { kind: 'campaign', name: name('running campaign'), id: runningId, isPublic: true, people: campaign },
    { kind: 'campaign', name: name('draft'), id: begun.draftId, people: { owner, advertiser: owner } },
    {
      kind: 'application',
      name: name('application that waits'),
      id: applicationIds.pending,
      people: both,
    },
    { kind: 'application', name: name('approved application'), id: applicationIds.approved, people: both },
    {
      kind: 'session',
      name: name('session'),
      id: session.body.id,
      people: both,
      beside: { id: runningId },
    },
    {
      kind: 'spotCheck',
      name: name('check on the spot'),
      id: await askedCheck(app, session.body.id),
      people: { owner: worker, marketer: worker },
    },
    { kind: 'proof', name: name('proof that waits'), id: pendingProof, people: both },
    { kind: 'proof', name: name('rejected proof'), id: rejectedProof, people: both },
    { kind: 'dispute', name: name('dispute'), id: dispute.body.id, people: both },
    {
      kind: 'strike',
      name: `strike of ${worker}`,
      id: strike?.id ?? '',
      people: { owner: worker, admin: 'admin' },
    },
    {
      kind: 'messageReport',
      name: `report of ${worker}`,
      id: reportId,
      people: { admin: 'admin' },
      // Their export contains it.
      alsoSeenBy: [worker],
    },
    { kind: 'savedSearch', name: `saved search of ${worker}`, id: search.body.id, people: { owner: worker } },
    {
      kind: 'reportLink',
      name: `link of ${owner}`,
      id: link.body.link.id,
      people: { owner, advertiser: owner },
      // The audit log names it.
      alsoSeenBy: ['admin'],
    },
    { kind: 'payment', name: name('payment'), id: payment?.id ?? '', people: both },
    { kind: 'order', name: name('order'), id: begun.orderId, people: { owner, advertiser: owner } },
    { kind: 'upload', name: name('file of a proof'), id: screenshot, people: both, isUsed: true },
    { kind: 'upload', name: name('file of nothing yet'), id: loose, people: { owner: worker } },
    {
      kind: 'upload',
      name: name('artwork'),
      id: begun.artworkId,
      isPublic: true,
      isUsed: true,
      people: { owner, advertiser: owner },
    },
    {
      kind: 'kyc',
      name: name('verification'),
      id: marketer.userId,
      people: { owner: worker, admin: 'admin' },
      alsoSeenBy: [owner],
      beside: { kind: 'idDocument' },
    },
    {
      kind: 'socialAccount',
      name: `social account of ${worker}`,
      id: socialId,
      people: { owner: worker, admin: 'admin' },
    },
    {
      kind: 'account',
      name: `account of ${worker}`,
      id: marketer.userId,
      people: { owner: worker, admin: 'admin' },
      alsoSeenBy: [owner],
    },
    {
      kind: 'account',
      name: `account of ${owner}`,
      id: advertiser.userId,
      people: { owner, admin: 'admin' },
    },
    {
      kind: 'signInSession',
      name: `another session of ${worker}`,
      id: sessionId,
      people: { owner: worker },
      // The audit log names it.
      alsoSeenBy: ['admin'],
    },
    {
      kind: 'secondFactor',
      name: `second factor of ${worker}`,
      id: secondFactorId,
      people: { owner: worker },
      // The audit log names it.
      alsoSeenBy: ['admin'],
    },
    {
      kind: 'accessToken',
      name: `access token of ${worker}`,
      id: accessTokenId,
      people: { owner: worker },
      // The audit log names it.
      alsoSeenBy: ['admin'],
    },
    ...(await withWebhook(marketer, worker)),
    {
      kind: 'notification',
      name: `notification of ${worker}`,
      id: notified.rows[0]?.id,
      people: { owner: worker },
    },
  ];
}

/** Asks the marketer of a session for a photo now. The server would draw the time. */
async function askedCheck(app: TestApp, sessionId: string): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner(
    `insert into spot_check (id, application_id, session_id, number, ask_at, code)
     select $1, application_id, id, 1, $3, 'ACDEF' from tracking_session where id = $2`,
    [id, sessionId, app.clock.now()],
  );
  return id;
}

/** Writes to the advertiser and reports the conversation. Returns the id of the report. */
async function reported(app: TestApp, marketer: Client, id: string): Promise<string> {
  const params = { id };
  const sent = await marketer.call(sendMessage, {
    params,
    body: { id: randomUUID(), text: 'Pay me in cash.' },
  });
  expect(sent.status, sent.error?.message).toBe(201);
  expect((await marketer.call(reportThread, { params, body: { reason: 'spam' } })).status).toBe(201);
  const { rows } = await app.database.asOwner('select id from message_report where application_id = $1', [
    id,
  ]);
  return rows[0].id;
}

/** Returns work that its advertiser owes after a dispute, as a row without money: no call reaches the wallet. */
async function ofALostDispute(app: TestApp, [first]: readonly Begun[]): Promise<TestObject> {
  const { rows } = await app.database.asOwner(
    `insert into chargeback (id, provider_dispute_id, order_id, campaign_id, payer_id, amount_cents, held_pay_cents,
       held_fee_cents, held_suspense_cents, state, owed_cents, opened_at, closed_at)
     select gen_random_uuid(), 'PP-D-1', id, campaign_id, created_by, 100, 0, 0, 0, 'lost', 100, created_at, created_at
     from payment_order where campaign_id = $1 returning id`,
    [first?.runningId],
  );
  return {
    kind: 'debt',
    name: 'debt of advertiser',
    id: rows[0].id,
    people: { owner: 'advertiser', admin: 'admin' },
    alsoSeenBy: ['advertiser'],
  };
}

/** Returns a marketer's entry in the list, and the rating of a business. */
async function ofTheListed(
  app: TestApp,
  clients: Record<Caller, Client>,
  begun: readonly Begun[],
): Promise<TestObject[]> {
  await untilPaid(app, clients.marketer);
  const { rows } = await app.database.asOwner(
    `update profile set first_name = 'Mira' where account_id = $1
     returning (select id from marketer_listing l where l.account_id = profile.account_id)`,
    [clients.marketer.userId],
  );
  const { rows: ratings } = await app.database.asOwner(
    `insert into rating (id, application_id, author_side, author_id, rated_id, stars, ticks, text, sent_at, published_at)
     select gen_random_uuid(), p.application_id, 'marketer', m.marketer_id, c.advertiser_id, 4, '{}', 'Good.',
       m.completed_at, m.completed_at
     from payment m join proof p on p.id = m.source_id join campaign c on c.id = p.campaign_id
     where m.marketer_id = $1 returning id`,
    [clients.marketer.userId],
  );
  const invitations: TestObject[] = [];
  for (const { runningId, marketer, advertiser } of begun) {
    const id = randomUUID();
    await app.database.asOwner(
      'insert into campaign_invitation (id, campaign_id, marketer_id, invited_at) values ($1, $2, $3, $4)',
      [id, runningId, clients[marketer].userId, app.clock.now().toISOString()],
    );
    const people = { marketer, advertiser };
    invitations.push({ kind: 'campaignInvitation', name: `invitation of ${marketer}`, id, people });
  }
  return [
    ...invitations,
    { kind: 'listing', name: 'entry of marketer', id: rows[0].id, isPublic: true, people: {} },
    {
      kind: 'rating',
      name: 'rating of advertiser',
      id: ratings[0].id,
      isPublic: true,
      people: { admin: 'admin' },
    },
  ];
}

async function ofAnUnpaidPayment(app: TestApp, [first]: readonly Begun[]): Promise<TestObject> {
  const { rows } = await app.database.asOwner(
    `insert into shortfall (payment_id, campaign_id, payer_id, fee_cents, short_cents, state, opened_at)
     select p.id, campaign_id, advertiser_id, 0, 100, 'open', p.created_at
     from payment p join campaign c on c.id = p.campaign_id where c.id = $1 returning payment_id as id`,
    [first?.worked.paid],
  );
  return {
    kind: 'shortfall',
    name: 'shortfall of advertiser',
    id: rows[0].id,
    people: { owner: 'advertiser', admin: 'admin' },
    alsoSeenBy: ['marketer', 'advertiser', 'otherAdvertiser'],
  };
}

/**
 * Returns the things that only admins can name; the paid user's export contains their ids too. They arrive in
 * real time.
 */
async function ofTheWallet(app: TestApp): Promise<TestObject[]> {
  const queries = {
    payout: 'select id from payout',
    refund: 'select id from refund',
    webhook: 'select id from webhook_event where handled_at is not null',
  };
  return vi.waitFor(
    async () => {
      // A webhook that came later would look like a change by a refused call.
      const round = await app.http.inject({ method: 'POST', url: '/wallet-simulator/control/rounds' });
      expect(round.json(), 'deliveries of the wallet').toEqual({ waiting: 0 });
      await app.runDue();
      const things: TestObject[] = [];
      for (const [kind, query] of Object.entries(queries)) {
        const { rows } = await app.database.asOwner(query);
        expect(rows, kind).not.toEqual([]);
        // The keys of `queries` are kinds, but Object.entries widens them to strings.
        things.push({
          kind: kind as keyof typeof queries,
          name: kind,
          id: rows[0].id,
          people: { admin: 'admin' },
          alsoSeenBy: ['marketer', 'advertiser', 'otherAdvertiser'],
        });
      }
      return things;
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}
