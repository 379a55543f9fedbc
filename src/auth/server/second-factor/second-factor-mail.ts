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

const kindLabels = { totp: 'authenticator app', passkey: 'passkey' } as const;

/** Records the change in the audit log and mails the owner, because another person may have made it. */
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
  const { subject, text } = formatFactorMail(event);
  await enqueueMail(tx, deps, {
    ref: `${action}:${account.id}:${deps.random.hex(8)}`,
    mail: {
      to: account.email,
      subject,
      text: [
        text,
        `If this was you, you can ignore this email. If not, open ${getPublicUrl(deps)}/settings now, end any sessions you don’t recognize, and contact support.`,
      ].join('\n\n'),
    },
  });
}

function formatFactorMail(event: FactorEvent): { subject: string; text: string } {
  switch (event.action) {
    case 'recovery-codes.renewed':
      return {
        subject: 'Your Promenade recovery codes were renewed',
        text: 'Ten new recovery codes were created for your account. The old ones no longer work.',
      };
    case 'recovery-code.used':
      return {
        subject: 'A Promenade recovery code was used',
        text: `Someone signed in to your account with a recovery code. Codes left: ${event.left}.`,
      };
    default:
      return formatFactorChange(event.action, event.factor);
  }
}

function formatFactorChange(action: string, { kind, name }: Factor): { subject: string; text: string } {
  const thing = kindLabels[kind];
  const verb =
    action === 'second-factor.added'
      ? 'added to'
      : action === 'second-factor.removed'
        ? 'removed from'
        : 'renamed in';
  return {
    subject: `A second factor was ${verb} your Promenade account`,
    text: `The ${thing} “${name}” was ${verb} your account.`,
  };
}
