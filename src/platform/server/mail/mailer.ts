import type { Language } from '#kernel/language.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  links?: string[];
  code?: string;
  language?: Language;
  button?: string;
  /** For the footer of the HTML version. Default: because of their account. */
  reason?: string;
  /** For the user or their mail program (RFC 8058). Omitted for mandatory mails. */
  unsubscribeLink?: string;
}

export interface Mailer {
  /** Rejects unless the mail is accepted for delivery. The caller may then retry. */
  send(mail: Mail): Promise<void>;
}
