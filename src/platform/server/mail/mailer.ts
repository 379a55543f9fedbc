export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** The whole text as the person reads it, links and code included. */
  text: string;
  /** The links in the text, and the code, once more by themselves: what the development mailbox makes clickable. */
  links?: string[];
  code?: string;
  /** Where its person, or their mail program for them (RFC 8058), stops such mails; left out for those that always arrive. */
  unsubscribeLink?: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted for delivery; rejects where it is not, and may then be sent again. */
  send(mail: Mail): Promise<void>;
}
