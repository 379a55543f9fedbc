import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReceivedMail, startMailServer } from '#tests/support/mail-server.ts';
import { smtpMailer } from './smtp-mailer.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
let url: string;
let received: ReceivedMail[];

beforeAll(async () => {
  server = await startMailServer();
  ({ url, received } = server);
});

beforeEach(() => {
  received.length = 0;
});

afterAll(() => server.close());

const from = 'Promenade <no-reply@promenade.example>';

test('a mail arrives with sender, recipient, subject and text', async () => {
  await smtpMailer({ url, from }).send({
    to: 'ada@example.com',
    subject: 'Your code',
    text: 'Your code is 482910.',
  });
  expect(received).toHaveLength(1);
  expect(received[0]?.recipients).toEqual(['RCPT TO:<ada@example.com>']);
  for (const part of [
    'From: Promenade <no-reply@promenade.example>',
    'To: ada@example.com',
    'Subject: Your code',
    '482910',
    'Content-Type: multipart/alternative',
    'Content-Type: text/plain',
    'Content-Type: text/html',
  ]) {
    expect(received[0]?.content).toContain(part);
  }
});

const stop = `promenade.example/unsubscribe?token=${'3a1f6f0e-5b7e-4c39-8f0a-0f6f0a4d9c21.money.'}${'a'.repeat(43)}`;

test.each([
  ['one click over https', `https://${stop}`, 'List-Unsubscribe=One-Click'],
  ['a page over http', `http://${stop}`, undefined],
])('an optional mail has an unsubscribe header: %s', async (_, unsubscribeLink, post) => {
  await smtpMailer({ url, from }).send({ to: 'ada@example.com', subject: 'a', text: 'b', unsubscribeLink });
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(received[0]?.content ?? '')?.[1];
  expect(header('List-Unsubscribe')).toBe(`<${unsubscribeLink}>`);
  expect(header('List-Unsubscribe-Post')).toBe(post);
});

test('a mandatory mail has no unsubscribe header', async () => {
  await smtpMailer({ url, from }).send({ to: 'ada@example.com', subject: 'a', text: 'b' });
  expect(received[0]?.content).not.toMatch(/unsubscribe/i);
});

test('a line break in the subject or address adds no header and no recipient', async () => {
  await smtpMailer({ url, from })
    .send({
      to: 'ada@example.com\r\nBcc: eve@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nAnother text',
      text: 'Hello Ada',
    })
    .catch(() => {});
  expect(received.flatMap(({ recipients }) => recipients).join()).not.toContain('<eve@example.com>');
  for (const { content } of received) expect(content.split('\n\n')[0]).not.toMatch(/^Bcc:/m);
});

test('sends a subject with line breaks as one line', async () => {
  await smtpMailer({ url, from }).send({
    to: 'ada@example.com',
    subject: 'Hello\r\nBcc: eve@example.com',
    text: 'Hello',
  });
  expect(received[0]?.content).toContain('Subject: Hello Bcc: eve@example.com\n');
  expect(received[0]?.recipients).toEqual(['RCPT TO:<ada@example.com>']);
});

test('a list of addresses does not become several recipients', async () => {
  await smtpMailer({ url, from })
    .send({ to: 'ada@example.com, eve@example.com', subject: 'Hello', text: 'Hello' })
    .catch(() => {});
  expect(received.flatMap(({ recipients }) => recipients).length).toBeLessThan(2);
});

test('rejects if the mail server refuses the mail, so that it can be retried', async () => {
  await expect(
    smtpMailer({ url, from }).send({ to: 'full@example.com', subject: 'Hello', text: 'Hello' }),
  ).rejects.toThrow(/mailbox full|rejected/i);
});

test('rejects a URL whose query would disable the certificate check', () => {
  expect(() => smtpMailer({ url: 'smtps://mail.example:465/?tls.rejectUnauthorized=false', from })).toThrow(
    /query/,
  );
});
