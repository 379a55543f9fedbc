/**
 * The security holes of the specification that the product closes, with the same route and payload, from the
 * attacker's side. Details are tested in their domains: change-type.test.ts and sign-in.test.ts of auth,
 * admin.test.ts, funding.test.ts, profiles.test.ts, sessions.test.ts of tracking, uploads.test.ts.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUser, getUser, suspendUser, verifyUser } from '#admin/contract.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { fundCampaign, getEscrowStatus } from '#campaigns/funding-contract.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { kycFormSample } from '#kyc/sample.ts';
import { getWalletSetup } from '#payments/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { listLiveLocations, startSession, updateLocation } from '#tracking/contract.ts';
import { ADMIN_EMAIL, type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { multipartForm } from '#tests/support/form.ts';
import { draftCampaign, openOrder, paidOrder } from '#tests/support/people/funded-campaign.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const formatOutcome = async (answer: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await answer;
  return `${status} ${error.code}`;
};
const loadUserType = async (client: Client) => (await client.call(getCurrentUser)).body.userType;
const mailsTo = async (to: string) => {
  await app.runDue();
  const answer = await app.http.inject({ url: `/dev/mailbox.json?to=${encodeURIComponent(to)}` });
  return answer.json<{ subject: string; links: string[] }[]>();
};

describe('POST /api/change-user-type without sign-in', () => {
  const change = (client: Client, email: string, newUserType: string) =>
    client.request('POST', '/api/change-user-type', { email, newUserType });

  it('changes no account, and does not reveal which emails have one', async () => {
    const victim = await app.signIn('marketer', 'victim@promenade.test');
    await app.signInAdmin();
    const answers = [];
    for (const email of [victim.email, 'unknown@promenade.test', ADMIN_EMAIL]) {
      const { status, body, headers } = await change(app.visitor(), email, 'advertiser');
      answers.push({ status, body, cookies: headers['set-cookie'] });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await app.runDue();
    expect(await loadUserType(victim)).toBe('marketer');
  });

  it('makes no administrator, and changes no administrator’s type', async () => {
    const own = await app.signIn('marketer');
    expect(await formatOutcome(change(own, own.email, 'admin'))).toBe('400 request/invalid');
    const admin = await app.signInAdmin();
    expect(await formatOutcome(change(admin, ADMIN_EMAIL, 'marketer'))).toBe('403 auth/type-of-admin');
    await change(app.visitor(), ADMIN_EMAIL, 'marketer');
    const links = (await mailsTo(ADMIN_EMAIL)).flatMap((mail) => mail.links);
    expect(links.filter((link) => link.includes('change-user-type') && link.includes('token='))).toEqual([]);
    expect(await loadUserType(admin)).toBe('admin');
  });

  it('is refused while work is open', async () => {
    const advertiser = await app.signIn('advertiser');
    await draftCampaign(app, advertiser);
    expect(await formatOutcome(change(advertiser, advertiser.email, 'marketer'))).toBe('409 auth/type-tied');
    expect(await loadUserType(advertiser)).toBe('advertiser');
  });
});

describe('POST /auth/email without proof', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await testApp({ settings: { LIMITS: '' } });
  });
  afterAll(() => limited.close());

  it('signs in only with the mailed code or link', async () => {
    const victim = await app.signIn('marketer', 'mailbox@promenade.test');
    const attacker = app.visitor();
    const asked = await attacker.request('POST', '/auth/email', {
      email: victim.email,
      userType: 'advertiser',
    });
    expect(asked.status).toBe(200);
    expect([...attacker.cookies.keys()]).toEqual(['preauth']);
    expect(await formatOutcome(attacker.call(getCurrentUser))).toBe('401 auth/required');
    await app.runDue();
    const { code, links } = await app.lastMail(victim.email);
    expect(JSON.stringify(asked.body)).not.toContain(code);
    // An attacker who has seen the code still lacks the browser that requested it.
    expect(await formatOutcome(app.visitor().request('POST', '/auth/email/confirm', { code }))).toBe(
      '400 auth/no-pending',
    );
    // A mail program that opens every link does not sign in.
    const token = new URL(links[0] ?? '').searchParams.get('token');
    const opened = await app.visitor().request('GET', `/auth/email-confirmation?token=${token}`);
    expect(opened.headers['set-cookie']).toBeUndefined();
    // The victim also keeps their user type instead of the attacker's.
    expect(await loadUserType(await app.signIn('advertiser', victim.email))).toBe('marketer');
  });

  it('allows at most 25 guesses an hour, of a million codes', async () => {
    const email = 'guessed@promenade.test';
    let guesses = 0;
    for (let network = 1; network <= 12; network += 1) {
      const attacker = limited.visitor();
      const from = { remoteAddress: `203.0.113.${network}` };
      const asked = await attacker.request('POST', '/auth/email', { email, userType: 'marketer' }, from);
      if (asked.status === 429) continue;
      await limited.runDue();
      const { code } = await limited.lastMail(email);
      const wrong = code === '123456' ? '654321' : '123456';
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const tried = await attacker.request('POST', '/auth/email/confirm', { code: wrong }, from);
        if (tried.error.code === 'auth/wrong-code') guesses += 1;
      }
    }
    expect(guesses).toBe(25);
  });
});

it('no response to the browser contains a maps key', async () => {
  const { body } = await app.visitor().call(getPublicConfig);
  expect(JSON.stringify(body)).not.toMatch(/key|token|secret|AIza/i);
  // The server searches places itself and needs no key.
  const found = await app.visitor().request('GET', '/api/places?q=San%20Fr');
  expect(JSON.stringify(found.body)).toContain('San Francisco, CA');
});

describe('view, Verify and Delete of the admin page', () => {
  const reason = 'They asked for it by telephone.';
  const acts = (client: Client, id: string) => [
    client.call(getUser, { params: { id } }),
    client.call(verifyUser, { params: { id }, body: { reason } }),
    client.call(suspendUser, { params: { id }, body: { reason } }),
    client.call(deleteUser, { params: { id }, body: { reason } }),
  ];

  it('are for administrators only, and not for other sites', async () => {
    const victim = await app.signIn('marketer');
    for (const [client, refusal] of [
      [app.visitor(), '401 auth/required'],
      [await app.signIn('advertiser'), '403 auth/forbidden'],
      [victim, '403 auth/forbidden'],
    ] as const) {
      expect(await Promise.all(acts(client, victim.userId).map(formatOutcome))).toEqual(
        Array(4).fill(refusal),
      );
    }
    const admin = await app.signInAdmin();
    const path = `/api/admin/users/${victim.userId}`;
    const forged = admin.request('DELETE', path, { reason }, { headers: { origin: 'https://evil.example' } });
    expect(await formatOutcome(forged)).toBe('403 request/cross-site');
    expect((await victim.call(getCurrentUser)).status).toBe(200);
  });

  it('need a recent sign-in and a reason, exclude oneself and the last administrator, and are audited', async () => {
    const victim = await app.signIn('marketer');
    const admin = await app.signInAdmin();
    const erase = (id: string, body: { reason: string }) => admin.call(deleteUser, { params: { id }, body });
    expect(await formatOutcome(erase(victim.userId, { reason: ' ' }))).toBe('400 request/invalid');
    expect(await formatOutcome(erase(admin.userId, { reason }))).toBe('409 account/own');
    app.clock.advance(16 * MINUTE);
    const late = acts(admin, victim.userId).slice(1);
    expect(await Promise.all(late.map(formatOutcome))).toEqual(Array(3).fill('403 auth/recent-required'));
    const again = await app.signInAdmin();
    const erased = await again.call(deleteUser, { params: { id: victim.userId }, body: { reason } });
    expect(erased.status, erased.error.message).toBe(200);
    expect(await formatOutcome(victim.call(getCurrentUser))).toBe('401 auth/required');
    const { rows } = await app.database.asOwner(
      'select to_jsonb(a) as entry from audit_entry a where object_id = $1 and actor_id = $2',
      [victim.userId, again.userId],
    );
    expect(JSON.stringify(rows)).toContain(reason);
  });

  it('do not delete a user with open money', async () => {
    const { advertiser } = await runningCampaign(app);
    const admin = await app.signInAdmin();
    const tried = admin.call(deleteUser, { params: { id: advertiser.userId }, body: { reason } });
    expect(await formatOutcome(tried)).toBe('409 account/open-matters');
  });
});

describe('server-side fields, sent by the client', () => {
  it('do not activate a campaign or fund the escrow', async () => {
    const advertiser = await app.signIn('advertiser');
    const created = await advertiser.request('POST', '/api/campaigns', {
      ...wearableForm(app.clock.now()),
      status: 'active',
      escrowStatus: 'funded',
    });
    expect(created.status, created.error.message).toBe(201);
    expect(created.body).toMatchObject({ status: 'draft', escrowStatus: 'pending' });
    const { id } = created.body as unknown as { id: string }; // a campaign, as asserted above
    expect((await app.visitor().call(getCampaign, { params: { id } })).status).toBe(404);
  });

  it('do not approve an identity check', async () => {
    const marketer = await readyMarketer(app);
    const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
    const files = { idDocument: image, proofOfAddress: image };
    for (const kycStatus of ['approved', 'rejected', 'incomplete']) {
      const form = await multipartForm({ ...kycFormSample, kycStatus }, files);
      const sent = marketer.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
      expect(await formatOutcome(sent)).toBe('400 request/invalid');
    }
    expect((await marketer.call(getCurrentUser)).body.kycStatus).toBe('incomplete');
  });

  it('do not change age, position, wallet connection, verification or role', async () => {
    const marketer = await app.signIn('marketer');
    const profile = {
      firstName: 'Maya',
      lastName: 'Field',
      phoneNumber: '+1 415 555 0100',
      address: '1 Market Street',
      city: 'San Francisco',
      state: 'CA',
      zipCode: '94105',
      country: 'United States',
    };
    const save = (changes: object) => marketer.request('PUT', '/api/profile', { ...profile, ...changes });
    expect(await formatOutcome(save({ dateOfBirth: '2012-04-12', ageVerified: true }))).toBe(
      '422 profile/under-age',
    );
    const saved = await save({
      dateOfBirth: '1996-04-12',
      gpsVerified: true,
      isVerified: true,
      userType: 'admin',
      role: 'admin',
      kycStatus: 'approved',
      totalEarnings: '1000.00',
    });
    expect(saved.status, saved.error.message).toBe(200);
    expect((await marketer.call(getCurrentUser)).body).toMatchObject({
      userType: 'marketer',
      gpsVerified: false,
      isVerified: false,
      kycStatus: 'incomplete',
      ageVerified: false,
      paypalConnected: false,
      totalEarnings: '0.00',
    });
  });
});

describe('POST /api/campaign/{id}/fund with ids of the caller’s choice', () => {
  it('rejects made-up ids, other users’ and other campaigns’ payments, and a second use', async () => {
    const attacker = await app.signIn('advertiser');
    const victim = await app.signIn('advertiser');
    const target = await draftCampaign(app, attacker);
    const fund = (body: { paypalOrderId: string; paypalCaptureId: string }, id = target.id) =>
      formatOutcome(attacker.call(fundCampaign, { params: { id }, body }));
    const unpaid = await openOrder(attacker, target.id);
    const theirs = await draftCampaign(app, victim);
    const paidByVictim = await paidOrder(victim, theirs.id);
    const cheap = await draftCampaign(app, attacker, { totalMarketersNeeded: 1, totalBudget: 40 });
    const paidForCheap = await paidOrder(attacker, cheap.id);
    expect(await fund({ paypalOrderId: 'ORDER', paypalCaptureId: 'CAPTURE' })).toBe(
      '404 payment/order-not-found',
    );
    expect(await fund({ paypalOrderId: unpaid.id, paypalCaptureId: 'CAPTURE' })).toBe(
      '409 payment/not-captured',
    );
    expect(await fund(paidByVictim)).toBe('404 payment/order-not-found');
    expect(await fund(paidByVictim, theirs.id)).toBe('404 campaign/not-found');
    expect(await fund(paidForCheap)).toMatch(/^4\d\d payment\//);
    expect(await fund(paidForCheap, cheap.id)).toMatch(/^200/);
    expect(await fund(paidForCheap)).toMatch(/^4\d\d payment\//);
    const escrow = await attacker.call(getEscrowStatus, { params: { id: target.id } });
    expect(escrow.body.escrowStatus).toBe('pending');
  });
});

describe('PATCH of paypalEmail', () => {
  it('is refused without a recent sign-in, and a change notifies both emails', async () => {
    const victim = await app.signIn('marketer');
    const change = (client: Client, paypalEmail: string) =>
      client.request('PATCH', '/api/auth/user/profile', { paypalEmail });
    const [old, next] = [`old-${victim.email}`, `next-${victim.email}`];
    expect((await change(victim, old)).status).toBe(200);
    app.clock.advance(16 * MINUTE);
    expect(await formatOutcome(change(victim, 'thief@wallet.test'))).toBe('403 auth/recent-required');
    expect((await victim.call(getCurrentUser)).body.paypalEmail).toBe(old);
    const changed = await change(await app.signIn('marketer', victim.email), next);
    expect(changed.status).toBe(200);
    // changed-wallet-email.test.ts covers the payments that this delays for a day.
    expect(changed.body).toMatchObject({ paymentsWaitUntil: expect.any(String) });
    for (const address of [old, next]) expect(await mailsTo(address)).not.toEqual([]);
  });
});

describe('GET /api/campaign/{id}/live-tracking', () => {
  it('shows positions to the owner only, as a cell and a per-campaign alias', async () => {
    const aliases: string[] = [];
    let marketer: Client | undefined;
    for (let count = 0; count < 2; count += 1) {
      const work = await runningCampaign(app);
      const id = work.campaign.id;
      marketer = work.marketers[0];
      const fix = { latitude: 37.789731, longitude: -122.400411, accuracy: 5 };
      expect((await marketer?.call(startSession, { params: { id } }))?.status).toBe(201);
      await marketer?.call(updateLocation, { params: { id }, body: fix });
      const look = (client: Client) => client.call(listLiveLocations, { params: { id } });
      const shown = await look(work.advertiser);
      const text = JSON.stringify(shown.body);
      expect(shown.body).toHaveLength(1);
      for (const exact of [
        '37.7897',
        '122.4004',
        marketer?.userId.slice(0, 8) ?? '?',
        marketer?.email ?? '?',
      ])
        expect(text).not.toContain(exact);
      aliases.push(shown.body[0]?.marketerId ?? '');
      expect(await formatOutcome(look(app.visitor()))).toBe('401 auth/required');
      expect(await formatOutcome(look(marketer as Client))).toBe('403 auth/forbidden');
      expect(await formatOutcome(look(await app.signIn('advertiser')))).toBe('404 campaign/not-found');
    }
    expect(aliases[0]).not.toBe(aliases[1]);
  });
});

it('GET /paypal/setup is for signed-in advertisers', async () => {
  expect(await formatOutcome(app.visitor().call(getWalletSetup))).toBe('401 auth/required');
  expect(await formatOutcome((await app.signIn('marketer')).call(getWalletSetup))).toBe('403 auth/forbidden');
  expect((await (await app.signIn('advertiser')).call(getWalletSetup)).status).toBe(200);
});

describe('the profile photo and the business website', () => {
  const page = '<html><script>alert(document.cookie)</script></html>';
  it.each([
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'a.svg',
    ],
    ['a page under the name of a picture', Buffer.from(page), 'a.png'],
    [
      'a page behind a picture’s first bytes',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(page)]),
      'a.png',
    ],
    ['a document', Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.png'],
  ])('rejects %s', async (_, content, filename) => {
    const client = await app.signIn('marketer');
    await expect(uploadFile(client, content, 'profile-photo', filename)).rejects.toThrow(/: 415 /);
  });

  it('requires a web URL for the website, and never opens it', async () => {
    const opened: string[] = [];
    const bait = createServer((request, answer) => {
      opened.push(request.url ?? '');
      answer.end();
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => bait.once('listening', listening));
    const { port } = bait.address() as AddressInfo; // A listening TCP server has an address.
    const advertiser = await app.signIn('advertiser');
    const save = (businessWebsite: string) =>
      advertiser.request('PUT', '/api/profile', {
        firstName: 'Maya',
        lastName: 'Field',
        phoneNumber: '+1 415 555 0100',
        dateOfBirth: '1990-01-01',
        address: 'a',
        city: 'b',
        state: 'c',
        zipCode: 'd',
        country: 'e',
        businessWebsite,
      });
    for (const address of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://a.example',
    ])
      expect(await formatOutcome(save(address))).toBe('400 request/invalid');
    expect((await save(`http://127.0.0.1:${port}/bait`)).status).toBe(200);
    await app.runDue();
    app.clock.advance(HOUR);
    await app.runDue();
    await new Promise((closed) => bait.close(closed));
    expect(opened).toEqual([]);
  });
});
