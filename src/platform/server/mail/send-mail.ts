import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Language, speak } from '#kernel/language.ts';
import { isAmong } from '../db/is-among.ts';
import type { Tx } from '../db/open-database.ts';
import type { Deps } from '../deps.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '../outbox/enqueue.ts';
import { outbox } from '../outbox/tables.ts';
import type { Mail, Mailer } from './mailer.ts';

const MailPayload = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()).optional(),
  code: z.string().optional(),
  button: z.string().optional(),
  reason: z.string().optional(),
  unsubscribeLink: z.string().optional(),
  /** Mails queued by an older version have none. */
  language: Language.optional(),
});
const sendMail = defineEffect('mail', MailPayload);
/** The user waits for this mail, so it has a lane of its own and passes all other mail. */
const sendCode = defineEffect('mail.code', MailPayload);
export const mailKinds: readonly string[] = [sendMail.kind, sendCode.kind];

/**
 * Queues a mail that is sent once this transaction has committed. `ref` is the key of its cause: each key is
 * mailed once. `mail` writes it in the `language` of its reader.
 */
export async function enqueueMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  { ref, mail: write, language }: { ref: string; mail: () => Mail; language: Language },
): Promise<void> {
  const mail = speak(language, write);
  const effect = mail.code === undefined ? sendMail : sendCode;
  await enqueue(tx, effect, { ref, payload: { ...mail, language } }, deps.clock, deps.random);
}

/**
 * Cancels all mails to this address that have not been sent yet. Like the functions below, it does not see mails that
 * the same transaction queued: they are stored with the commit.
 */
export async function cancelMailsTo(tx: Tx, address: string, now: Date): Promise<void> {
  await withdraw(tx, sql`${outbox.payload} ->> 'to' = ${address}`, now);
}

export async function cancelMailsByRef(tx: Tx, refs: readonly string[], now: Date): Promise<void> {
  if (refs.length > 0) await withdraw(tx, isAmong(outbox.ref, refs), now);
}

export async function cancelMailsByRefPrefix(tx: Tx, prefix: string, now: Date): Promise<void> {
  await withdraw(tx, sql`starts_with(${outbox.ref}, ${prefix})`, now);
}

export async function cancelMailsWithText(
  tx: Tx,
  { refPrefix, texts }: { refPrefix: string; texts: readonly string[] },
  now: Date,
): Promise<void> {
  if (texts.length === 0) return;
  const containsOne = sql`exists (select from unnest(${sql.param([...texts])}::text[]) as each (text)
    where strpos(${outbox.payload} ->> 'text', each.text) > 0)`;
  await withdraw(tx, sql`starts_with(${outbox.ref}, ${refPrefix}) and ${containsOne}`, now);
}

async function withdraw(tx: Tx, which: SQL, now: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'done', doneAt: now, payload: {}, lastError: 'withdrawn' })
    .where(
      and(inArray(outbox.kind, [...mailKinds]), inArray(outbox.state, ['ready', 'unknown', 'dead']), which),
    );
}

/** With the pauses between attempts, a mail server may be away for at least 12 hours. */
const MAIL_ATTEMPTS = 100;

/** SMTP has no idempotency, so a mail with an unknown outcome is sent again. Twice is better than never. */
export function mailEffects(mailer: Mailer): EffectHandler[] {
  return [sendMail, sendCode].map((effect) => mailEffect(effect, mailer));
}

function mailEffect(effect: typeof sendMail | typeof sendCode, mailer: Mailer): EffectHandler {
  return handleEffect(effect, {
    attempts: MAIL_ATTEMPTS,
    diesUnknown: true,
    perform: async (mail) => {
      try {
        await mailer.send(mail);
        return { status: 'done', value: undefined };
      } catch {
        // The error message may contain the email address, which must not be in a log or a row.
        return { status: 'retry', reason: 'the mail could not be sent' };
      }
    },
    record: async (tx, _mail, outcome, { ref }) => {
      if (outcome.status === 'retry' || outcome.status === 'unknown') return;
      // Deletes codes and addresses from the outbox once the mail is sent.
      await tx
        .update(outbox)
        .set({ payload: {} })
        .where(and(eq(outbox.kind, effect.kind), eq(outbox.ref, ref)));
    },
  });
}
