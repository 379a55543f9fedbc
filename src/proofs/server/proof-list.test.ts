import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/journeys/pages.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { decideProof, listProofs } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('is filtered by campaign and state, newest first, page by page', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const [marketer] = holders as [Client];
  const { id } = campaign;
  const first = await sendPost(marketer, id);
  await advertiser.call(decideProof, { params: { id: first }, body: { status: 'rejected' } });
  app.clock.advance(MINUTE);
  const second = await sendPost(marketer, id);
  const ids = async (query: { campaignId?: string; status?: 'pending' | 'rejected' }) =>
    (await advertiser.call(listProofs, { query })).body.map((proof) => proof.id);
  expect(await ids({})).toEqual([second, first]);
  expect(await ids({ status: 'pending' })).toEqual([second]);
  expect(await ids({ status: 'rejected', campaignId: id })).toEqual([first]);
  expect(await ids({ campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11' })).toEqual([]);
  expect((await advertiser.request('GET', '/api/proofs?status=lost')).status).toBe(400);
  for (const client of [advertiser, marketer]) {
    const pages = await readPages<typeof listProofs>(client, `/api/proofs?campaignId=${id}&limit=1`);
    expect(pages.map((page) => page.map((proof) => proof.id))).toEqual([[second], [first], []]);
  }
  expect((await advertiser.request('GET', '/api/proofs?cursor=lost')).error.code).toBe('request/invalid');
});
