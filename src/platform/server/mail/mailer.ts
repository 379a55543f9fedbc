export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** The whole text as the person reads it, links and code included. */
  text: string;
  /** The links in the text, and the code, once more by themselves: what the development mailbox makes clickable. */
  links?: string[];
  code?: string;
}

export interface Mailer {
  /** Resolves once the mail is accepted for delivery; rejects where it is not, and may then be sent again. */
  send(mail: Mail): Promise<void>;
}
