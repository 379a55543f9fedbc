import { createTransport } from 'nodemailer';
import { SECOND } from '#kernel/time.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:port, or smtps:// */
  url: string;
  /** 'Promenade <no-reply@promenade.example>' */
  from: string;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Sends through a mail server, encrypted and with its certificate checked unless the server is this machine. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const { hostname, search } = new URL(url);
  // The library reads options from the query, and one of them switches the certificate check off.
  if (search !== '') throw new RangeError('SMTP_URL must not have a query');
  const transport = createTransport({
    url,
    requireTLS: !loopback.has(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  });
  return {
    async send(mail) {
      await transport.sendMail({
        from: headerText(from),
        // As an object it is one address, whatever separators it contains.
        to: { name: '', address: headerText(mail.to) },
        subject: headerText(mail.subject),
        text: mail.text,
        headers: unsubscribeHeaders(mail),
      });
    },
  };
}

/** RFC 2369, and RFC 8058 for programs that stop mails at one click; they do it over https only. */
function unsubscribeHeaders({ unsubscribeLink }: Mail) {
  if (unsubscribeLink === undefined) return {};
  // Prepared: a long address is neither folded nor encoded.
  const link = { prepared: true, value: `<${headerText(unsubscribeLink)}>` };
  return {
    'List-Unsubscribe': link,
    ...(unsubscribeLink.startsWith('https://')
      ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  };
}

/** A line break in a header field would begin another header. */
function headerText(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ').trim();
}
