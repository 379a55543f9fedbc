import { audit } from '#platform/server/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { deleteFactors, dropGuard, replaceRecoveryCodes } from './second-factor-store.ts';
import { endSessionsOf, findAccountByEmail, lockAccount } from './store.ts';

export type FactorsReset = 'reset' | 'had-none' | 'no-account';

/**
 * For somebody who has lost every second factor, once whoever runs the platform knows by other means who asks: takes factors
 * and recovery codes away and ends every session. Their mailed code alone then signs them in. Doing it again changes nothing.
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
    await dropGuard(tx, account.id);
    await endSessionsOf(tx, account.id, now);
    await audit(tx, deps, {
      actor: null,
      action: 'second-factor.reset',
      object: { kind: 'account', id: account.id },
      details: { removed },
    });
    await enqueueMail(tx, deps, {
      ref: `second-factor.reset:${account.id}:${deps.random.uuid()}`,
      mail: {
        to: account.email,
        subject: 'Your Promenade second factors were removed',
        text: [
          'Whoever runs this platform removed the passkeys, the authenticator app and the recovery codes of your account, as is done for people who have lost them. Wherever you were signed in, you are signed out.',
          'From now on a code that we mail you is enough to sign in. Please do so, and set up a new second factor under Settings.',
          'If you did not ask for this, contact support at once.',
        ].join('\n\n'),
      },
    });
    return 'reset';
  });
}
