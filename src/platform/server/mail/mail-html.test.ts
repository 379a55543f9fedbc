import { expect, test } from 'vitest';
import { formatMailHtml } from './mail-html.ts';

const link = 'https://promenade.example/payments';

test('the first link is a button, the code is shown, and the paragraphs stay', () => {
  const html = formatMailHtml({
    to: 'ada@example.com',
    subject: 'Your code',
    text: `Welcome.\n\nOpen this link:\n${link}\n\nOne\nTwo`,
    links: [link],
    code: '482910',
    button: 'Sign in',
    reason: 'Because you asked.',
  });
  expect(html).toMatch(/<a href="https:\/\/promenade\.example\/payments"[^>]*>Sign in<\/a>/);
  expect(html).toContain('>482910</p>');
  expect(html).toContain('>Open this link:</p>');
  expect(html).toContain('>One<br>Two</p>');
  expect(html).toContain('>Because you asked.</p>');
});

test('names and texts of users are escaped, and only addresses of this site become links', () => {
  const attack = `<img src=x onerror="alert(1)">'&`;
  const html = formatMailHtml({
    to: 'ada@example.com',
    subject: attack,
    text: `${attack}\n\nSee https://evil.test/x and ${link}?q="><b>\n\njavascript:alert(1)\n\n${link}`,
    links: ['javascript:alert(1)', link],
    button: attack,
    reason: attack,
  });
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/href="(?!https:\/\/promenade)/);
  expect(
    formatMailHtml({ to: 'a@b.co', subject: 'a', text: `${link} https://evil.test/`, links: [link] }),
  ).toContain('</a> https://evil.test/');
});

test('the footer says why and lets the reader unsubscribe', () => {
  const stop = 'https://promenade.example/unsubscribe?token=a&b';
  const html = formatMailHtml({
    to: 'ada@example.com',
    subject: 'Paid',
    text: `Paid.\n\nUnsubscribe from emails about money: ${stop}`,
    links: [link, stop],
    unsubscribeLink: stop,
  });
  expect(html).toMatch(
    /because you have a Promenade account\. <a [^>]*unsubscribe\?token=a&amp;b"[^>]*>Unsubscribe<\/a>/,
  );
  expect(html.match(/unsubscribe\?/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script|<img|<link|src=|url\(/);
});
