import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { deleteFactors, deleteGuard, replaceRecoveryCodes } from './second-factor-store.ts';
import { endAccountSessions, findAccountByEmail, lockAccount } from '../store.ts';

export type FactorsReset = 'reset' | 'had-none' | 'no-account';

/**
 * Also removes recovery codes and ends every session, so that a mailed code alone signs the user in. The operator must
 * verify by other means a user who lost every factor. Idempotent.
 */
export async function resetSecondFactors(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  email: string,
): Promise<FactorsReset> {
  return transact(deps.db, async (tx) => {
    const found = await findAccountByEmail(tx, email);
    const account = found && (await lockAccount(tx, found.id));
    if (!account || account.deletedAt) return 'no-account';
    const removed = await deleteFactors(tx, account.id);
    if (removed === 0) return 'had-none';
    const now = deps.clock.now();
    await replaceRecoveryCodes(tx, account.id, [], now);
    await deleteGuard(tx, account.id);
    await endAccountSessions(tx, account.id, now);
    await audit(tx, deps, {
      actor: null,
      action: 'second-factor.reset',
      object: { kind: 'account', id: account.id },
      details: { removed },
    });
    await enqueueMail(tx, deps, {
      ref: `second-factor.reset:${account.id}:${deps.random.uuid()}`,
      language: account.language,
      mail: () => ({
        to: account.email,
        subject: t('Your Promenade second factors were removed'),
        text: [
          t(
            'An administrator removed the passkeys, authenticator app and recovery codes from your account and signed you out everywhere.',
          ),
          t(
            'You can now sign in with an emailed code alone. Please sign in and set up a new second factor in Settings.',
          ),
          t('If you didn’t request this, contact support immediately.'),
        ].join('\n\n'),
      }),
    });
    return 'reset';
  });
}
