import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../db/open-database.ts';
import type { Deps } from '../deps.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '../outbox/enqueue.ts';
import { outbox } from '../outbox/tables.ts';
import type { Mail, Mailer } from './mailer.ts';

const sendMail = defineEffect(
  'mail',
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    links: z.array(z.string()).optional(),
    code: z.string().optional(),
    unsubscribeLink: z.string().optional(),
  }),
);

/** Sends a mail once this transaction has committed. `ref` is its cause's own key: the same one is mailed once. */
export async function enqueueMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'random'>,
  { ref, mail }: { ref: string; mail: Mail },
): Promise<void> {
  await enqueue(tx, sendMail, { ref, payload: mail }, deps.clock, deps.random);
}

/** Mails to this address that have not left yet never do. */
export async function withdrawMails(tx: Tx, address: string, now: Date): Promise<void> {
  await withdraw(tx, sql`${outbox.payload} ->> 'to' = ${address}`, now);
}

/** The same for mails by their causes' keys, whoever they are to. */
export async function withdrawMailsOf(tx: Tx, refs: readonly string[], now: Date): Promise<void> {
  if (refs.length > 0) await withdraw(tx, inArray(outbox.ref, [...refs]), now);
}

/** The same for all whose cause's key begins like this. */
export async function withdrawMailsUnder(tx: Tx, prefix: string, now: Date): Promise<void> {
  await withdraw(tx, sql`starts_with(${outbox.ref}, ${prefix})`, now);
}

async function withdraw(tx: Tx, which: SQL, now: Date): Promise<void> {
  await tx
    .update(outbox)
    .set({ state: 'done', doneAt: now, payload: {}, lastError: 'withdrawn' })
    .where(and(eq(outbox.kind, sendMail.kind), inArray(outbox.state, ['ready', 'unknown', 'dead']), which));
}

/** A mail server gives no idempotency, so a mail whose outcome is unknown is sent again: twice is better than never. */
export function mailEffect(mailer: Mailer): EffectHandler {
  return handleEffect(sendMail, {
    perform: async (mail) => {
      try {
        await mailer.send(mail);
        return { status: 'done', value: undefined };
      } catch {
        // The error's text may hold the address, which no log and no row may.
        return { status: 'retry', reason: 'the mail server did not take it' };
      }
    },
    settle: async (tx, _mail, outcome, { ref }) => {
      if (outcome.status === 'retry' || outcome.status === 'unknown') return;
      // Codes and addresses do not stay in the outbox once they have left.
      await tx
        .update(outbox)
        .set({ payload: {} })
        .where(and(eq(outbox.kind, sendMail.kind), eq(outbox.ref, ref)));
    },
  });
}
