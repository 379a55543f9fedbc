import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#kernel/time.ts';
import { IsoTime } from '#kernel/time.ts';
import { formatMailHtml } from './mail-html.ts';
import type { Mailer } from './mailer.ts';

const ReceivedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  code: z.string().nullable(),
  /** Empty for mail from a version that sent only text. */
  html: z.string().default(''),
  at: IsoTime,
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

export interface MailboxQuery {
  to?: string | undefined;
  search?: string | undefined;
  limit?: number | undefined;
}

export interface Mailbox extends Mailer {
  list(query?: MailboxQuery): ReceivedMail[];
}

const KEPT = 500;

/** Sends nothing. The file keeps mail over a restart, so that the code a user is waiting for is not lost. */
export async function mailboxMailer({ file, clock }: { file: string; clock: Clock }): Promise<Mailbox> {
  await mkdir(dirname(file), { recursive: true });
  const mails = await readMails(file);
  await compact(file, mails);
  let writing: Promise<unknown> = Promise.resolve();

  return {
    async send(sent) {
      const { to, subject, text, links = [], code = null } = sent;
      const at = clock.now().toISOString();
      const mail = { to, subject, text, links, code, html: formatMailHtml(sent), at };
      // Sequential writes keep the file in call order.
      const written = writing.then(() => appendFile(file, `${JSON.stringify(mail)}\n`));
      writing = written.catch(() => {});
      await written;
      mails.push(mail);
      if (mails.length > KEPT) mails.shift();
    },
    list({ to, search = '', limit = KEPT } = {}) {
      const wanted = to?.trim().toLowerCase();
      const part = search.trim().toLowerCase();
      return mails
        .filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted)
        .filter((mail) => mail.to.toLowerCase().includes(part))
        .toReversed()
        .slice(0, limit);
    },
  };
}

async function readMails(file: string): Promise<ReceivedMail[]> {
  const lines = (await readIfThere(file)).split('\n').filter(Boolean);
  return lines.flatMap((line) => parseLine(line) ?? []).slice(-KEPT);
}

function parseLine(line: string): ReceivedMail | null {
  try {
    return ReceivedMail.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

async function compact(file: string, mails: readonly ReceivedMail[]): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, mails.map((mail) => `${JSON.stringify(mail)}\n`).join(''), { mode: 0o600 });
  await rename(draft, file);
}
