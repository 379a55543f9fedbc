import type { ResponseInput } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { getGoogleLink as linkEndpoint } from '#auth/google-link-contract.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { deleteIdentities, findLatestLink } from './google-store.ts';
import { lockUsableAccount } from '../sign-in/sign-in.ts';

export async function getGoogleLink(
  deps: Deps,
  { userId }: Actor,
): Promise<ResponseInput<typeof linkEndpoint>> {
  const linkedAt = await findLatestLink(deps.db, userId);
  return { linkedAt: linkedAt?.toISOString() ?? null };
}

/**
 * The user can still sign in with mailed codes, and existing sessions continue. Idempotent. Refuses
 * 'auth/recent-required'.
 */
export async function unlinkGoogle(deps: Deps, actor: Actor): Promise<void> {
  requireRecentSignIn(deps, actor);
  await transact(deps.db, async (tx) => {
    const { id, email, language } = await lockUsableAccount(tx, actor.userId);
    const unlinked = await deleteIdentities(tx, id);
    if (unlinked === 0) return;
    await audit(tx, deps, { actor, action: 'identity.unlinked', object: { kind: 'account', id } });
    await enqueueMail(tx, deps, {
      ref: `google-unlinked:${id}:${deps.random.uuid()}`,
      language,
      mail: () => ({
        to: email,
        subject: t('A Google account was unlinked from your Promenade account'),
        text: [
          t('Your Google account was unlinked from Promenade. You can still sign in with emailed codes.'),
          t('Signing in with the Google account {email} links it again.', { email }),
          t(
            'If this wasn’t you, open {address} now, end any sessions you don’t recognize, and contact support.',
            { address: `${getPublicUrl(deps)}/settings` },
          ),
        ].join('\n\n'),
      }),
    });
  });
}
