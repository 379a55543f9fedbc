import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { getLanguage } from '#kernel/language.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import type { ConnectionEnd } from './wallet-connection.ts';

interface Words {
  title: Message;
  text: Message;
  /** True if the window can close, because the profile page that opened it shows the result too. */
  closesItself: boolean;
}

const endings: Readonly<Record<ConnectionEnd, Words>> = {
  connected: {
    title: msg('PayPal is connected'),
    text: msg('You can close this window.'),
    closesItself: true,
  },
  declined: {
    title: msg('Not connected'),
    text: msg('You declined access. You can close this window.'),
    closesItself: true,
  },
  unconfirmed: {
    title: msg('Not connected'),
    text: msg(
      'PayPal hasn’t confirmed your email address yet. Confirm it there, then connect again from your profile.',
    ),
    closesItself: true,
  },
  failed: {
    title: msg('Not connected'),
    text: msg('We couldn’t confirm your PayPal account. Please try again from your profile.'),
    closesItself: true,
  },
  invalid: {
    title: msg('Not connected'),
    text: msg(
      'This link has expired, was already used, or belongs to another browser. Start again from your profile.',
    ),
    closesItself: false,
  },
  'signed-out': {
    title: msg('You are signed out'),
    text: msg('Sign in, then connect PayPal from your profile.'),
    closesItself: false,
  },
};

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;gap:.5rem;padding:1.5rem;box-sizing:border-box;background:light-dark(#fbf9f4,#131210);color:light-dark(#17150f,#f5f1e8);font:1rem/1.5 system-ui,sans-serif;text-align:center}h1{margin:0;font-size:1.5rem;letter-spacing:-.02em}p{margin:0;max-width:34ch;text-wrap:pretty}';
const script = 'window.close()';

const formatCspHash = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const policy = `default-src 'none'; style-src ${formatCspHash(style)}; script-src ${formatCspHash(script)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sends the last page of the popup. Its URL contains a code, so no referrer may leak. */
export function sendResultPage(reply: FastifyReply, ending: ConnectionEnd): FastifyReply {
  const { title, text, closesItself } = endings[ending];
  const isOver = ending === 'invalid' || ending === 'signed-out';
  return reply
    .code(isOver ? 400 : 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .send(`<!doctype html><html lang="${getLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${t(title)} · Promenade</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><h1>${t(title)}</h1><p>${t(text)}</p>${closesItself ? `<script>${script}</script>` : ''}</body></html>`);
}
