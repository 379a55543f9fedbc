import { factorNames } from '#auth/second-factor-contract.ts';
import { t, translateStored } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { audit } from '#platform/server/security/audit.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Account, SecondFactorRow } from '../tables.ts';

type Factor = Pick<SecondFactorRow, 'id' | 'kind' | 'name'>;

export type FactorEvent =
  | { action: 'second-factor.added' | 'second-factor.renamed' | 'second-factor.removed'; factor: Factor }
  | { action: 'recovery-codes.renewed' }
  | { action: 'recovery-code.used'; left: number };

/** Mails the owner, because another person may have made the change. */
export async function recordFactorEvent(
  tx: Tx,
  deps: Deps,
  account: Account,
  event: FactorEvent,
): Promise<void> {
  const { action } = event;
  await audit(tx, deps, {
    actor: { userId: account.id, role: account.role },
    action,
    object: { kind: 'account', id: account.id },
    details: 'factor' in event ? { factor: event.factor.id, kind: event.factor.kind } : {},
  });
  await enqueueMail(tx, deps, {
    ref: `${action}:${account.id}:${deps.random.hex(8)}`,
    language: account.language,
    mail: () => {
      const { subject, text } = formatFactorMail(event);
      const advice = t(
        'If this was you, you can ignore this email. If not, open {address} now, end any sessions you don’t recognize, and contact support.',
        { address: `${getPublicUrl(deps)}/settings` },
      );
      return { to: account.email, subject, text: [text, advice].join('\n\n') };
    },
  });
}

/** Returns the name of a factor. One that the user did not choose is in the reader's language. */
export function translateFactorName(name: string): string {
  return translateStored(name, Object.values(factorNames));
}

function formatFactorMail(event: FactorEvent): { subject: string; text: string } {
  switch (event.action) {
    case 'recovery-codes.renewed':
      return {
        subject: t('Your Promenade recovery codes were renewed'),
        text: t('Ten new recovery codes were created for your account. The old ones no longer work.'),
      };
    case 'recovery-code.used':
      return {
        subject: t('A Promenade recovery code was used'),
        text: t('Someone signed in to your account with a recovery code. Codes left: {left}.', {
          left: event.left,
        }),
      };
    case 'second-factor.added':
      return {
        subject: t('A second factor was added to your Promenade account'),
        text: t(
          'The {kind, select, totp {authenticator app} other {passkey}} “{name}” was added to your account.',
          { kind: event.factor.kind, name: translateFactorName(event.factor.name) },
        ),
      };
    case 'second-factor.removed':
      return {
        subject: t('A second factor was removed from your Promenade account'),
        text: t(
          'The {kind, select, totp {authenticator app} other {passkey}} “{name}” was removed from your account.',
          { kind: event.factor.kind, name: translateFactorName(event.factor.name) },
        ),
      };
    case 'second-factor.renamed':
      return {
        subject: t('A second factor was renamed in your Promenade account'),
        text: t(
          'The {kind, select, totp {authenticator app} other {passkey}} “{name}” was renamed in your account.',
          { kind: event.factor.kind, name: translateFactorName(event.factor.name) },
        ),
      };
  }
}
