/** Mails of the development mailbox. They are sent after the answer to the call that causes them, so journeys wait. */
import { expect } from '@playwright/test';

interface Mail {
  subject: string;
  text: string;
  links: string[];
  code: string | null;
}

type Server = { url: string };

/** Returns every mail to an address, the newest first. */
async function mailsTo({ url }: Server, to: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return JSON.parse(await answer.text());
}

/** Waits for a mail to an address, and returns the newest. `known` older ones do not count. */
export async function newestMail(
  server: Server,
  to: string,
  isWanted: (mail: Mail) => boolean = () => true,
  known = 0,
): Promise<Mail> {
  const find = async () => {
    const mails = await mailsTo(server, to);
    return mails.slice(0, mails.length - known).find(isWanted);
  };
  await expect.poll(async () => (await find()) !== undefined, `a mail to ${to}`).toBe(true);
  return (await find()) as Mail; // no mail is ever removed
}

/** Returns the mail with a sign-in code that `ask` causes. */
export async function signInMail(
  server: Server,
  to: string,
  ask: () => Promise<unknown>,
): Promise<Mail & { code: string }> {
  const { length } = await mailsTo(server, to);
  await ask();
  const mail = await newestMail(server, to, ({ code }) => code !== null, length);
  return { ...mail, code: mail.code ?? '' };
}
