import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addMilliseconds, SECOND } from '#kernel/time.ts';
import { mailboxMailer } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxRoutes } from './mailbox-routes.ts';

let folder: string;
let file: string;
let mailbox: Mailbox;
let now: Date;
const clock = { now: () => now };

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  file = join(folder, 'made', 'mailbox.jsonl');
  mailbox = await mailboxMailer({ file, clock });
});

afterEach(() => rm(folder, { recursive: true }));

async function send(
  to: string,
  subject: string,
  more: { text?: string; links?: string[]; code?: string } = {},
) {
  now = addMilliseconds(now, SECOND);
  await mailbox.send({ to, subject, text: 'Hello', ...more });
}

async function get(url: string) {
  const app = fastify();
  await app.register(mailboxRoutes({ mailbox }));
  const answer = await app.inject(url);
  await app.close();
  return answer;
}

test('lists mail newest first, with all its fields', async () => {
  await send('ada@example.com', 'First');
  await send('ada@example.com', 'Second', {
    text: 'Your code',
    links: ['http://localhost/x'],
    code: '482910',
  });
  expect(mailbox.list()).toEqual([
    {
      to: 'ada@example.com',
      subject: 'Second',
      text: 'Your code',
      links: ['http://localhost/x'],
      code: '482910',
      html: expect.stringContaining('>482910</p>'),
      at: '2026-03-01T12:00:02.000Z',
    },
    {
      to: 'ada@example.com',
      subject: 'First',
      text: 'Hello',
      links: [],
      code: null,
      html: expect.stringContaining('>Hello</p>'),
      at: '2026-03-01T12:00:01.000Z',
    },
  ]);
});

test('`to` matches a whole address in any case, `search` matches a part, `limit` limits the list', async () => {
  await send('Ada@Example.com', 'For Ada');
  await send('notada@example.com', 'For another user');
  const subjects = (query: Parameters<Mailbox['list']>[0]) =>
    mailbox.list(query).map(({ subject }) => subject);
  expect(subjects({ to: ' ada@example.COM ' })).toEqual(['For Ada']);
  expect(subjects({ to: 'ada' })).toEqual([]);
  expect(subjects({ search: 'ADA@' })).toEqual(['For another user', 'For Ada']);
  expect(subjects({ limit: 1 })).toEqual(['For another user']);
});

test('keeps mail after a restart, even if the last line was cut off', async () => {
  await send('ada@example.com', 'Kept', { code: '482910' });
  await appendFile(file, '{"to":"ada@example.com","subj');
  mailbox = await mailboxMailer({ file, clock });
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['Kept']);
  await send('ada@example.com', 'Later');
  mailbox = await mailboxMailer({ file, clock });
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['Later', 'Kept']);
});

test('keeps the latest 500, in memory and in the file after a restart', async () => {
  await Promise.all(
    Array.from({ length: 510 }, (_, index) => mailbox.send({ to: 'a@b.co', subject: `${index}`, text: '' })),
  );
  expect(mailbox.list()).toHaveLength(500);
  mailbox = await mailboxMailer({ file, clock });
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(
    Array.from({ length: 500 }, (_, index) => `${509 - index}`),
  );
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(500);
});

test('the JSON lists the mail to one address, newest first', async () => {
  await send('ada@example.com', 'First', { code: '111111' });
  await send('eve@example.com', 'Other');
  await send('ada@example.com', 'Second', { code: '222222' });
  const answer = await get('/dev/mailbox.json?to=ada%40example.com');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject([{ code: '222222' }, { code: '111111' }]);
  expect((await get('/dev/mailbox.json')).json()).toHaveLength(3);
  expect((await get('/dev/mailbox.json?to=unknown@example.com')).json()).toEqual([]);
});

test('the page shows code and links, and escapes the text of a mail', async () => {
  const attack = '<script>alert(1)</script>"\'&';
  await send(`ada+${attack}@example.com`, attack, {
    text: attack,
    code: '482910',
    links: ['http://localhost:3000/auth?a=1&b="x"', 'javascript:alert(1)'],
  });
  const { body, headers } = await get('/dev/mailbox');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<code>482910</code>');
  expect(body).toContain('<a href="http://localhost:3000/auth?a=1&amp;b=&quot;x&quot;">');
  expect(body).toContain('<li>javascript:alert(1)</li>');
  expect(body).not.toContain('<script');
  expect(body).not.toContain(' style="');
  expect(body).toContain('&amp;lt;script&amp;gt;alert(1)');
  expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
});

test('the search field keeps its text, and an empty mailbox shows a message', async () => {
  expect((await get('/dev/mailbox')).body).toContain('No mail yet.');
  await send('ada@example.com', 'For Ada');
  const found = (await get('/dev/mailbox?to=ada')).body;
  expect(found).toContain('1 mail to “ada”');
  expect(found).toContain('value="ada"');
  const none = (await get('/dev/mailbox?to="><b>')).body;
  expect(none).toContain('No mail to “&quot;&gt;&lt;b&gt;”.');
  expect((await get('/dev/mailbox?to=a&to=b')).statusCode).toBe(200);
});

test('serves the styles as a separate file for the content security policy', async () => {
  const answer = await get('/dev/mailbox.css');
  expect(answer.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(answer.body).toContain('prefers-color-scheme: dark');
});
