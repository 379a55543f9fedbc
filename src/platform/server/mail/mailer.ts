import type { Language } from '#kernel/language.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The links and the code of the text again, so that the development mailbox can show them separately. */
  links?: string[];
  code?: string;
  /** Of the words around the text in the HTML version. Default: English. */
  language?: Language;
  /** The label of the first link in the HTML version, where it is a button. */
  button?: string;
  /** Why the user gets this mail, for the footer of the HTML version. Default: because of their account. */
  reason?: string;
  /**
   * Link to unsubscribe from such mails, for the user or their mail program (RFC 8058). Omitted for mandatory
   * mails.
   */
  unsubscribeLink?: string;
}

export interface Mailer {
  /** Resolves when the mail is accepted for delivery. Rejects otherwise; the caller may then retry. */
  send(mail: Mail): Promise<void>;
}
