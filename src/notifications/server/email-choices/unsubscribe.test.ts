import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply } from '#applications/contract.ts';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { kycDecided } from '#kyc/server/events.ts';
import { transact } from '#platform/server/db/transact.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { getNotificationChoices, setNotificationChoice } from '../../choices-contract.ts';
import { createUnsubscribeToken } from './unsubscribe-link.ts';

let app: TestApp;
let advertiser: Client;
let campaignId: string;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  ({ id: campaignId } = await fundedCampaign(app, advertiser));
  await app.runDue();
});
afterAll(() => app.close());

const readMuted = async (client: Client) =>
  (await client.call(getNotificationChoices)).body.choices.flatMap(({ topic, isMailed }) =>
    isMailed ? [] : [topic],
  );
async function linkTo({ email }: Client): Promise<string> {
  const { links } = await app.lastMail(email);
  const link = new URL(links[1] ?? '');
  return `${link.pathname}${link.search}`;
}
const open = (url: string) => app.visitor().request('GET', url);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = (url: string, headers: Record<string, string> = form) =>
  app.visitor().request('POST', url, 'List-Unsubscribe=One-Click', { headers });

it('one click in a mail program stops only the emails of its topic, and is idempotent', async () => {
  const mail = await app.lastMail(advertiser.email);
  expect(mail.text).toContain(`Unsubscribe from emails about campaigns and applications: ${mail.links[1]}`);
  const url = await linkTo(advertiser);
  const answer = await oneClick(url);
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(String(answer.body)).toContain('Unsubscribed from emails about campaigns and applications</h1>');
  expect(await readMuted(advertiser)).toEqual(['work']);
  expect((await oneClick(url)).status).toBe(200);
  expect(await readMuted(advertiser)).toEqual(['work']);

  const before = (await app.lastMail(advertiser.email)).subject;
  await (await readyMarketer(app)).call(apply, { body: { campaignId } });
  await app.runDue();
  expect((await app.lastMail(advertiser.email)).subject).toBe(before);

  await advertiser.call(setNotificationChoice, { body: { topic: 'work', isMailed: true } });
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  const again = await app
    .visitor()
    .request('POST', url, '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n', {
      headers: multipart,
    });
  expect(again.status).toBe(200);
  expect(await readMuted(advertiser)).toEqual(['work']);
});

it('opening the link changes nothing: the page asks first, and shows the current state', async () => {
  await advertiser.call(setNotificationChoice, { body: { topic: 'work', isMailed: true } });
  const url = await linkTo(advertiser);
  const asks = await open(url);
  const page = String(asks.body);
  expect(asks.status).toBe(200);
  expect(page).toContain('Unsubscribe from emails about campaigns and applications?</h1>');
  expect(page).toContain('<form method="post"><button type="submit">Unsubscribe</button></form>');
  expect(page).toContain('href="/settings"');
  expect(page).not.toMatch(/<script|\son\w+=/);
  expect(await readMuted(advertiser)).toEqual([]);
  expect((await app.visitor().request('HEAD', url)).status).toBe(200);
  const pressed = await oneClick(url, { ...form, 'sec-fetch-site': 'same-origin' });
  expect(pressed.status).toBe(200);
  expect(String(pressed.body)).toMatch(/<h1 tabindex="-1" autofocus>Unsubscribed from emails about /);
  expect(page).not.toContain('autofocus');
  expect(String((await open(url)).body)).not.toContain('<form');
  expect(await readMuted(advertiser)).toEqual(['work']);
});

describe('a link with an invalid signature', () => {
  const forgeries = ([userId = '', topic = '', signature = '']: string[], stranger: string) => ({
    'another account': `${stranger}.${topic}.${signature}`,
    'another topic': `${userId}.money.${signature}`,
    'what has no switch': createUnsubscribeToken(app.deps.config, { userId, topic: 'account' as never }),
    'another signature': `${userId}.${topic}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'half a signature': `${userId}.${topic}.${signature.slice(0, 20)}`,
    'a part more': `${userId}.${topic}.${signature}.x`,
    'no signature': `${userId}.${topic}.`,
    'odd signs': `${userId}.${topic}.${'é'.repeat(43)}`,
    nothing: '',
  });

  it('stops nothing, and its page says what to do', async () => {
    const other = await app.signIn('advertiser');
    const token = new URLSearchParams((await linkTo(advertiser)).split('?')[1]).get('token') ?? '';
    for (const [name, forged] of Object.entries(forgeries(token.split('.'), other.userId))) {
      const url = `/unsubscribe?${new URLSearchParams({ token: forged })}`;
      for (const answer of [await open(url), await oneClick(url)]) {
        expect(answer.status, name).toBe(400);
        expect(String(answer.body), name).toContain('This link is incomplete</h1>');
      }
    }
    expect((await oneClick('/unsubscribe')).status).toBe(400);
    expect((await oneClick(`/unsubscribe?token=${'a'.repeat(301)}`)).status).toBe(400);
    expect(await readMuted(other)).toEqual([]);
    expect(await readMuted(advertiser)).toEqual(['work']);
  });

  it('nor does a valid one sent from another site or by another form', async () => {
    await advertiser.call(setNotificationChoice, { body: { topic: 'work', isMailed: true } });
    const url = await linkTo(advertiser);
    const planted = await oneClick(url, { ...form, origin: 'https://evil.example' });
    expect([planted.status, planted.error.code]).toEqual([403, 'request/cross-site']);
    const long = await app.visitor().request('POST', url, `a=${'b'.repeat(2000)}`, { headers: form });
    expect([long.status, long.error.code]).toEqual([413, 'request/too-large']);
    expect(await readMuted(advertiser)).toEqual([]);
  });
});

it('emails about the account and security have no unsubscribe link', async () => {
  const marketer = await app.signInByMail('marketer', 'new@promenade.test');
  const signIn = await app.lastMail(marketer.email);
  await transact(app.deps.db, (tx) =>
    announce(
      tx,
      kycDecided,
      { ref: marketer.userId, payload: { userId: marketer.userId, status: 'approved', reason: null } },
      app.clock,
    ),
  );
  await app.runDue();
  const decided = await app.lastMail(marketer.email);
  expect(decided.subject).toBe('You’re verified');
  for (const { text, links } of [signIn, decided]) expect(`${text} ${links}`).not.toContain('unsubscribe');
});

it('the link of a deleted account changes nothing, and says that no emails are sent', async () => {
  const gone = await app.signIn('advertiser');
  const token = createUnsubscribeToken(app.deps.config, { userId: gone.userId, topic: 'proofs' });
  expect((await gone.call(deleteOwnAccount)).status).toBe(200);
  const url = `/unsubscribe?token=${token}`;
  for (const answer of [await open(url), await oneClick(url)]) {
    expect(answer.status).toBe(200);
    expect(String(answer.body)).toContain('Unsubscribed from emails about proofs and disputes</h1>');
  }
  const { rows } = await app.database.asOwner('select 1 from notification_choice where account_id = $1', [
    gone.userId,
  ]);
  expect(rows).toEqual([]);
});
