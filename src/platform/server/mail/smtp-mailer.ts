import { createTransport } from 'nodemailer';
import { SECOND } from '#kernel/time.ts';
import { formatMailHtml } from './mail-html.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface SmtpOptions {
  url: string;
  from: string;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Connects and signs in without sending anything. Rejects if the mail server refuses or does not answer. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = createSmtpTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Requires TLS with a valid certificate unless the server runs on this machine. */
function createSmtpTransport(url: string) {
  const { hostname, search } = new URL(url);
  // nodemailer reads options from the query, and one of them disables the certificate check.
  if (search !== '') throw new RangeError('SMTP_URL must not have a query');
  return createTransport({
    url,
    requireTLS: !loopback.has(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  });
}

export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createSmtpTransport(url);
  return {
    async send(mail) {
      await transport.sendMail({
        from: headerText(from),
        // An object is a single address, whatever separators it contains.
        to: { name: '', address: headerText(mail.to) },
        subject: headerText(mail.subject),
        text: mail.text,
        html: formatMailHtml(mail),
        headers: unsubscribeHeaders(mail),
      });
    },
  };
}

/** RFC 2369, and RFC 8058 for one-click unsubscribe, which works over https only. */
function unsubscribeHeaders({ unsubscribeLink }: Mail) {
  if (unsubscribeLink === undefined) return {};
  // `prepared` stops nodemailer from folding or encoding a long URL.
  const link = { prepared: true, value: `<${headerText(unsubscribeLink)}>` };
  return {
    'List-Unsubscribe': link,
    ...(unsubscribeLink.startsWith('https://')
      ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  };
}

/** A line break in a header field would start another header. */
function headerText(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ').trim();
}
