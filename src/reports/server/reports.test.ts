import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reactivateUser, suspendUser } from '#admin/contract.ts';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { fillPath } from '#kernel/endpoint.ts';
import { DAY, SECOND } from '#kernel/time.ts';
import { askAgain, sendAgain } from '#proofs/amendment-contract.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { listPostFigures, reportPostFigures } from '#proofs/figures-contract.ts';
import { getHourlyCosts } from '#proofs/report-contract.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { picture } from '#tests/support/media.ts';
import { getPdfTexts } from '#tests/support/pdf-texts.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { trackMinutes } from '#tests/support/people/sent-proofs.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { roundTimes } from './rules.ts';
import { downloadReportCsv, downloadReportPdf, getCampaignReport } from '../contract.ts';
import { setFootfall } from '../footfall-contract.ts';
import {
  downloadSharedReport,
  listReportLinks,
  MAX_REPORT_LINKS,
  openSharedReport,
  revokeReportLink,
} from '../link-contract.ts';
import { createReportLink } from '../link-form-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function work(marketer: Client, id: string, minutes: number): Promise<string> {
  await trackMinutes(app, marketer, id, minutes);
  const media: { uploadId: string; kind: 'selfie' | 'photo' }[] = [];
  for (const kind of ['selfie', 'photo'] as const) {
    media.push({ uploadId: await uploadFile(marketer, await picture('jpeg'), 'proof', `${kind}.jpg`), kind });
  }
  return (await succeed(marketer.call(submitProof, { body: { campaignId: id, media } }))).id;
}

async function reported() {
  const { campaign, advertiser, marketers } = await runningCampaign(
    app,
    { proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true } },
    2,
  );
  const [one, other] = marketers as [Client, Client];
  const proofId = await work(one, campaign.id, 3);
  await work(other, campaign.id, 2);
  await succeed(advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } }));
  return { campaign, advertiser, marketers, params: { id: campaign.id } };
}

const share = (advertiser: Client, id: string, withPhotos = true) =>
  advertiser.call(createReportLink, { params: { id }, body: { id: randomUUID(), withPhotos } });

test('every form of a report has the same figures, to the cent, and no names', async () => {
  const { advertiser, marketers, params } = await reported();
  const footfall = { low: 300, high: 600, basis: '=counted("by us")' };
  await succeed(advertiser.call(setFootfall, { params, body: { footfall } }));
  const report = await succeed(advertiser.call(getCampaignReport, { params }));
  const minutes = report.time?.verifiedMinutes ?? 0;
  expect(minutes).toBeGreaterThan(2);
  expect(report.time?.waitingMinutes).toBeGreaterThan(1);
  expect(report.time).toMatchObject({ askedMinutes: 270, coverage: minutes / 270 });
  // Place 1 of 3 earned $40 and a third of the fee of $18.
  expect(report.money).toMatchObject({ funded: '138.00', cost: '46.00', left: '92.00' });
  const { total } = await succeed(advertiser.call(getHourlyCosts, { params }));
  expect(report.money.costPerVerifiedHour).toBe(total.costPerHour);
  expect(report.estimate).toEqual({
    footfall,
    low: Math.round((300 * minutes) / 60),
    high: Math.round((600 * minutes) / 60),
  });
  expect(report.work.map(({ marketer, status, paid }) => [marketer, status, paid])).toEqual([
    [1, 'approved', '40.00'],
    [2, 'pending', '0.00'],
  ]);
  expect(report.photos.map(({ kind, isApproved }) => [kind, isApproved])).toEqual([
    ['selfie', true],
    ['photo', true],
    ['selfie', false],
    ['photo', false],
  ]);

  const csv = await advertiser.request('GET', fillPath(downloadReportCsv.path, params));
  const lines = String(csv.body).split('\r\n');
  expect(lines).toContain(`Time,,Verified time (minutes),${Math.round(minutes * 10) / 10}`);
  expect(lines).toContain('Money,,"Cost, pay and fee (USD)",46.00');
  expect(lines).toContain(
    `"Estimate by the advertiser, not measured",,Basis of the assumption,"'=counted(""by us"")"`,
  );
  expect(
    new Set(lines.slice(0, -1).map((line) => line.replaceAll(/"[^"]*(?:""[^"]*)*"/g, '').split(',').length)),
  ).toEqual(new Set([4]));

  const { body: link } = await share(advertiser, params.id);
  const visitor = app.visitor();
  const shared = await succeed(visitor.call(openSharedReport, { body: { token: link.token } }));
  const { photos: _none, ...rounded } = roundTimes(report);
  expect(shared.report).toEqual({
    ...rounded,
    work: rounded.work.map(({ proofId: _id, ...proof }) => proof),
  });
  // The photo of the approved proof. Selfies and waiting proofs stay with the business.
  expect(shared.photos).toHaveLength(1);
  const pdfs = [
    await advertiser.request('GET', fillPath(downloadReportPdf.path, params)),
    await visitor.request('POST', downloadSharedReport.path, { token: link.token }),
  ];
  const texts = pdfs.map(({ bytes }) => getPdfTexts(bytes).join(' '));
  for (const text of texts) expect(text).toContain('Marketer 2');
  const { rows: people } = await app.database.asOwner(
    'select first_name, last_name from profile where account_id = any($1)',
    [marketers.map(({ userId }) => userId)],
  );
  expect(people).toHaveLength(2);
  const everything = JSON.stringify([report, csv.body, shared.report, texts]);
  for (const person of people) {
    for (const name of Object.values(person)) expect(everything).not.toContain(name);
  }
  for (const { email, userId } of marketers) {
    expect(everything).not.toContain(email);
    expect(everything).not.toContain(userId);
  }
  const { body: plain } = await share(advertiser, params.id, false);
  const withoutPhotos = { token: plain.token };
  expect((await visitor.call(openSharedReport, { body: withoutPhotos })).body.photos).toEqual([]);
  const pictures = ({ bytes }: { bytes: Buffer }) => bytes.toString('latin1').match(/\/DCTDecode/g)?.length;
  expect(pdfs.map(pictures)).toEqual([1, 1]);
  expect(pictures(await visitor.request('POST', downloadSharedReport.path, withoutPhotos))).toBeUndefined();
  for (const pdf of pdfs) {
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
});

test('a link ends when it expires or is revoked', async () => {
  const advertiser = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, advertiser);
  const visitor = app.visitor();
  const open = async (token: string) =>
    (await visitor.call(openSharedReport, { body: { token } })).error?.code ?? 'open';
  const first = await share(advertiser, id);
  const second = await share(advertiser, id);
  expect(first.body.link.expiresAt).toBe(new Date(app.clock.now().getTime() + 30 * DAY).toISOString());
  expect(await open(first.body.token)).toBe('open');
  const revoked = { params: { id: first.body.link.id } };
  await succeed(advertiser.call(revokeReportLink, revoked));
  await succeed(advertiser.call(revokeReportLink, revoked));
  expect(await open(first.body.token)).toBe('report/link-over');
  const listed = await succeed(advertiser.call(listReportLinks, { params: { id } }));
  expect(listed.map((link) => link.id)).toEqual([second.body.link.id]);
  const { rows } = await app.database.asOwner('select token_hash from report_link');
  expect(JSON.stringify(rows)).not.toContain(second.body.token);
  app.clock.advance(30 * DAY - SECOND);
  expect(await open(second.body.token)).toBe('open');
  app.clock.advance(SECOND);
  expect(await open(second.body.token)).toBe('report/link-over');
});

test('a link stops while its business is suspended, and ends when its account is deleted', async () => {
  const advertiser = await app.signIn('advertiser');
  const admin = await app.signInAdmin();
  const { id } = await fundedCampaign(app, advertiser);
  await succeed(advertiser.call(closeCampaign, { params: { id } }));
  await app.runDue();
  const { token } = (await share(advertiser, id)).body;
  const open = async () =>
    (await app.visitor().call(openSharedReport, { body: { token } })).error?.code ?? 'open';
  const params = { id: advertiser.userId };
  const body = { reason: 'Another person uses it.' };
  await succeed(admin.call(suspendUser, { params, body }));
  expect(await open()).toBe('report/link-over');
  await succeed(admin.call(reactivateUser, { params, body }));
  expect(await open()).toBe('open');
  const again = await app.signIn('advertiser', advertiser.email);
  await succeed(again.call(deleteOwnAccount));
  expect(await open()).toBe('report/link-over');
  const { rows } = await app.database.asOwner('select revoked_at from report_link where campaign_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ revoked_at: expect.anything() }]);
});

test('a link of a deleted business does not open, even if its deletion missed the link', async () => {
  const advertiser = await app.signIn('advertiser');
  const other = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, advertiser);
  await succeed(advertiser.call(closeCampaign, { params: { id } }));
  await app.runDue();
  await succeed(advertiser.call(deleteOwnAccount));
  const token = 'c'.repeat(64);
  await app.database.asOwner(
    `insert into report_link (id, campaign_id, token_hash, label, with_photos, created_by, created_at, expires_at)
     values ($1, $2, $3, '', false, $4, $5, $5::timestamptz + interval '1 day')`,
    [randomUUID(), id, hashToken(token), other.userId, app.clock.now()],
  );
  const opened = await app.visitor().call(openSharedReport, { body: { token } });
  expect(opened.error?.code).toBe('report/link-over');
});

test('the same id again gives the link a new token, and concurrent calls keep the limit', async () => {
  const advertiser = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, advertiser);
  const call = (linkId: string, others = {}) =>
    advertiser.call(createReportLink, { params: { id }, body: { id: linkId, label: 'Board', ...others } });
  const linkId = randomUUID();
  const [before, after] = [await call(linkId), await call(linkId)];
  const open = (token: string) => app.visitor().call(openSharedReport, { body: { token } });
  expect((await open(before.body.token)).error.code).toBe('report/link-over');
  expect((await open(after.body.token)).status).toBe(200);
  for (const others of [{ days: 31 }, { label: 'Press' }, { withPhotos: true }]) {
    expect((await call(linkId, others)).error.code).toBe('report/link-exists');
  }
  expect((await open(after.body.token)).status).toBe(200);
  const calls = Array.from({ length: MAX_REPORT_LINKS + 2 }, () => call(randomUUID()));
  const refused = (await Promise.all(calls)).filter(({ status }) => status !== 201);
  expect(refused.map(({ error }) => error.code)).toEqual(Array(3).fill('report/too-many-links'));
});

test('figures of a post come from its marketer with a screenshot, and are summed once approved', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const [marketer] = holders as [Client];
  const id = await sendPost(marketer, campaign.id);
  const screenshot = () => picture('png').then((file) => uploadFile(marketer, file, 'proof', 'a.png'));
  const report = async (uploadId: string, views: number) =>
    marketer.call(reportPostFigures, { params: { id }, body: { uploadId, views, likes: 12 } });
  expect((await report(randomUUID(), 1)).error.code).toBe('upload/not-found');
  await succeed(report(await screenshot(), 9999));
  const params = { id };
  const note = 'Please link the right post.';
  await succeed(advertiser.call(askAgain, { params, body: { reasons: ['unclear-photo'], note } }));
  const postUrl = 'https://instagram.com/p/two';
  await succeed(marketer.call(sendAgain, { params, body: { media: [], postUrl } }));
  expect(await succeed(marketer.call(listPostFigures, { params }))).toEqual([]);
  const stale = app.database.asOwner(
    `insert into post_figures (upload_id, proof_id, post_url, views, reported_at)
     select $1, proof_id, post_url, 1, reported_at from post_figures where proof_id = $2`,
    [await screenshot(), id],
  );
  await expect(stale).rejects.toMatchObject({ code: 'PF001' });
  await succeed(report(await screenshot(), 500));
  app.clock.advance(SECOND);
  const newest = await screenshot();
  const [one, other] = await Promise.all([report(newest, 1200), report(newest, 1200)]);
  expect([one.body.length, other.body.length]).toEqual([2, 2]);
  const read = () => succeed(advertiser.call(getCampaignReport, { params: { id: campaign.id } }));
  const waiting = await read();
  expect([waiting.posts, waiting.work[0]?.figures]).toEqual([null, null]);
  await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
  const { posts, work: proofs } = await read();
  expect(posts).toEqual({ reported: 1, views: 1200, likes: 12, comments: 0 });
  expect((await advertiser.request('GET', proofs[0]?.figures?.screenshotUrl ?? '')).status).toBe(200);
  const csv = await advertiser.request('GET', fillPath(downloadReportCsv.path, { id: campaign.id }));
  expect(String(csv.body)).toContain(
    'Reported by the marketer with a screenshot,All approved posts,Views,1200',
  );
  const pdf = await advertiser.request('GET', fillPath(downloadReportPdf.path, { id: campaign.id }));
  expect(pdf.status).toBe(200);
});

test('drafts have no links and no estimate', async () => {
  const advertiser = await app.signIn('advertiser');
  const { id } = await draftCampaign(app, advertiser);
  const footfall = { low: 1, high: 2, basis: 'Counted' };
  expect((await share(advertiser, id)).error.code).toBe('report/too-early');
  const set = await advertiser.call(setFootfall, { params: { id }, body: { footfall } });
  expect(set.error.code).toBe('report/too-early');
  expect((await succeed(advertiser.call(getCampaignReport, { params: { id } }))).work).toEqual([]);
});
