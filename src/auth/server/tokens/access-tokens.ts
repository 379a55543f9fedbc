import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type AccessToken, MAX_ACCESS_TOKENS, type NewAccessToken } from '#auth/access-token-contract.ts';
import { refuse } from '#auth/domain.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { audit } from '#platform/server/security/audit.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { type Actor, hashToken, requireRecentSignIn } from '#platform/server/security/session.ts';
import { TOUCH_EVERY_MS } from '../rules.ts';
import { accessToken, type AccessTokenRow, account } from '../tables.ts';
import { lockProgramOwner } from './program-owner-service.ts';

/** Programs that search published code for secrets recognise it. */
const PREFIX = 'prom_';

export async function listAccessTokens(deps: Deps, actor: Actor): Promise<AccessToken[]> {
  const rows = await deps.db
    .select()
    .from(accessToken)
    .where(eq(accessToken.accountId, actor.userId))
    .orderBy(desc(accessToken.createdAt), desc(accessToken.id));
  return rows.map(toAccessToken);
}

function toAccessToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: AccessTokenRow): AccessToken {
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Mails the owner, because another person may have created it. The lock on the account keeps the limit. */
export async function createAccessToken(
  deps: Deps,
  actor: Actor,
  { name, scopes, expiresInDays }: NewAccessToken,
): Promise<{ token: string; accessToken: AccessToken }> {
  requireRecentSignIn(deps, actor);
  const token = `${PREFIX}${Buffer.from(deps.random.hex(32), 'hex').toString('base64url')}`;
  return transact(deps.db, async (tx) => {
    const { owner, isDemo } = await lockProgramOwner(tx, actor);
    if (isDemo) throw refuse('auth/token-of-demo');
    const now = deps.clock.now();
    const [valid] = await tx
      .select({ count: count() })
      .from(accessToken)
      .where(and(eq(accessToken.accountId, owner.id), gt(accessToken.expiresAt, now)));
    if ((valid?.count ?? 0) >= MAX_ACCESS_TOKENS) throw refuse('auth/too-many-tokens');
    const row: AccessTokenRow = {
      id: deps.random.uuid(),
      accountId: owner.id,
      name,
      tokenHash: hashToken(token),
      scopes: [...new Set(scopes)],
      createdAt: now,
      expiresAt: addMilliseconds(now, expiresInDays * DAY),
      lastUsedAt: null,
    };
    await tx.insert(accessToken).values(row);
    const object = { kind: 'account', id: owner.id };
    await audit(tx, deps, { actor, action: 'access-token.created', object, details: { token: row.id } });
    await enqueueMail(tx, deps, {
      ref: `access-token.created:${row.id}`,
      language: owner.language,
      mail: () => ({
        to: owner.email,
        subject: t('An access token was created for your Promenade account'),
        text: [
          t('The access token “{name}” was created. Programs can use your account with it.', { name }),
          t(
            'If this was you, you can ignore this email. If not, open {address} now, revoke the token, end any sessions you don’t recognize, and contact support.',
            { address: `${getPublicUrl(deps)}/settings` },
          ),
        ].join('\n\n'),
      }),
    });
    return { token, accessToken: toAccessToken(row) };
  });
}

/** Refuses 'auth/token-not-found' if the token is unknown, revoked, or belongs to another user. */
export async function revokeAccessToken(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const revoked = await tx
      .delete(accessToken)
      .where(and(eq(accessToken.id, id), eq(accessToken.accountId, actor.userId)))
      .returning({ id: accessToken.id });
    if (revoked.length === 0) throw refuse('auth/token-not-found');
    const object = { kind: 'account', id: actor.userId };
    await audit(tx, deps, { actor, action: 'access-token.revoked', object, details: { token: id } });
  });
}

/** Reads the database for every call, so that a revoked token stops working at once in every process. */
export function createTokenFinder({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Deps['ports']['findTokenActor'] {
  const findToken = db
    .select({
      id: accessToken.id,
      scopes: accessToken.scopes,
      expiresAt: accessToken.expiresAt,
      lastUsedAt: accessToken.lastUsedAt,
      userId: account.id,
      role: account.role,
    })
    .from(accessToken)
    .innerJoin(account, eq(account.id, accessToken.accountId))
    .where(
      and(
        eq(accessToken.tokenHash, sql.placeholder('tokenHash')),
        gt(accessToken.expiresAt, sql.placeholder('now')),
        isNull(account.suspendedAt),
        isNull(account.deletedAt),
      ),
    )
    .prepare('auth_find_access_token');
  return async (tokenHash) => {
    const now = clock.now();
    const [found] = await findToken.execute({ tokenHash, now });
    // The owner may have become an administrator since.
    if (!found || (found.role !== 'marketer' && found.role !== 'advertiser')) return null;
    if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) > TOUCH_EVERY_MS)
      await db.update(accessToken).set({ lastUsedAt: now }).where(eq(accessToken.id, found.id));
    return {
      scopes: found.scopes,
      // A token is never a recent sign-in, so it changes neither money nor identity.
      actor: {
        userId: found.userId,
        role: found.role,
        sessionId: found.id,
        signedInAt: new Date(0),
        lacks: null,
      },
    };
  };
}
