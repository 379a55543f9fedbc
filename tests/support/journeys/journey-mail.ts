/** Emails of the development mailbox. The server sends them after its response, so journeys poll. */
import { expect } from '@playwright/test';

interface Mail {
  subject: string;
  text: string;
  links: string[];
  code: string | null;
}

type Server = { url: string };

async function mailsTo({ url }: Server, to: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return JSON.parse(await answer.text());
}

/** Waits for an email to an address, and returns the newest that matches. Skips the `known` oldest ones. */
export async function newestMail(
  server: Server,
  to: string,
  isWanted: (mail: Mail) => boolean = () => true,
  known = 0,
): Promise<Mail> {
  let found: Mail | undefined;
  const find = async () => {
    const mails = await mailsTo(server, to);
    found = mails.slice(0, mails.length - known).find(isWanted);
    return found;
  };
  await expect.poll(find, `a mail to ${to}`).toBeDefined();
  return found as unknown as Mail; // the poll has found it
}

/** Returns the sign-in email that `ask` causes. */
export async function signInMail(server: Server, to: string, ask: () => Promise<unknown>) {
  const { length } = await mailsTo(server, to);
  await ask();
  const { code, ...mail } = await newestMail(server, to, (each) => each.code !== null, length);
  return { ...mail, code: code ?? '' };
}
