import { Readable } from 'node:stream';
import { t } from '#kernel/text.ts';
import { refuse } from '#auth/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { ownExportParts } from './export-parts.ts';
import { findAccount } from '../store.ts';

/** Increase it if a part changes its form or is removed. */
const EXPORT_VERSION = 1;

/**
 * Streamed, because the largest accounts have a hundred thousand positions. Audits and mails the download. Refuses
 * 'auth/recent-required'. A complete document ends with `isComplete`; a truncated one is invalid JSON.
 */
export async function exportOwnData(deps: Deps, actor: Actor): Promise<{ name: string; content: Readable }> {
  requireRecentSignIn(deps, actor);
  const now = deps.clock.now();
  await transact(deps.db, async (tx) => {
    const found = await findAccount(tx, actor.userId);
    if (!found) throw refuse('account/not-found');
    const object = { kind: 'account', id: actor.userId };
    await audit(tx, deps, { actor, action: 'account.exported', object });
    await enqueueMail(tx, deps, {
      ref: `account-exported:${deps.random.uuid()}`,
      language: found.language,
      mail: () => ({
        to: found.email,
        subject: t('Your Promenade data was downloaded'),
        text: t(
          'Someone signed in to your account just downloaded a file with everything Promenade keeps about you.\n\nIf this wasn’t you, end your other sessions in Settings and contact support.',
        ),
      }),
    });
  });
  const name = `promenade-export-${now.toISOString().slice(0, 10)}.json`;
  return { name, content: Readable.from(joinChunks(streamExport(deps, actor.userId, now))) };
}

export function listExportParts(deps: Deps) {
  return [...ownExportParts, ...deps.ports.exportParts];
}

async function* streamExport(deps: Deps, userId: string, at: Date): AsyncGenerator<string> {
  const head = { format: 'promenade-export', version: EXPORT_VERSION, exportedAt: at.toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  for (const { name, read } of listExportParts(deps)) {
    yield `,\n${JSON.stringify(name)}:`;
    const value = read(deps.db, deps, userId);
    if (isIterable(value)) yield* streamList(value);
    else yield JSON.stringify((await value) ?? null);
  }
  yield ',\n"isComplete":true}\n';
}

async function* streamList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

function isIterable(value: Promise<unknown> | AsyncIterable<unknown>): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value;
}

const PIECE_LENGTH = 64 * 1024;

/** A hundred thousand small texts would each become a packet. */
async function* joinChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
