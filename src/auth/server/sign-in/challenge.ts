import { createHmac, timingSafeEqual } from 'node:crypto';
import { type LimitName, refuse } from '#auth/domain.ts';
import { getLanguage } from '#kernel/language.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { requireToken } from '#platform/server/limits/limits.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { CHALLENGE_LIFETIME_MS } from '#auth/contract.ts';
import { isRedeemable, RESEND_AFTER_MS } from '../rules.ts';
import { insertChallenge, updateChallenge } from '../store.ts';
import type { SignInChallenge } from '../tables.ts';

type Whom = Pick<SignInChallenge, 'id' | 'email' | 'role' | 'sessionId'>;

interface Secrets {
  code: string;
  /** Null unless the challenge is a sign-in. */
  token: string | null;
}

/** Refuses 'request/too-many' by address, and a second one for one session. */
export async function startChallenge(tx: Tx, deps: Deps, whom: Omit<Whom, 'id'>): Promise<string> {
  await requireToken<LimitName>(deps.limits, 'sign-in-address', whom.email, tx);
  const challenge = { ...whom, id: deps.random.uuid() };
  const secrets = newSecrets(deps, challenge);
  const isNew = await insertChallenge(tx, { ...challenge, ...toChallengeColumns(deps, challenge, secrets) });
  if (!isNew) throw refuse('auth/resend-too-soon', { retryAfterSeconds: RESEND_AFTER_MS / 1000 });
  await mailSecrets(tx, deps, challenge, secrets);
  return challenge.id;
}

/** The old secrets end. Refuses 'auth/resend-too-soon' within a minute. */
export async function renewChallenge(tx: Tx, deps: Deps, challenge: SignInChallenge): Promise<void> {
  if (challenge.usedAt) throw refuse('auth/code-expired');
  const waitMs = challenge.sentAt.getTime() + RESEND_AFTER_MS - deps.clock.now().getTime();
  if (waitMs > 0) throw refuse('auth/resend-too-soon', { retryAfterSeconds: waitMs / 1000 });
  await requireToken<LimitName>(deps.limits, 'sign-in-address', challenge.email, tx);
  const secrets = newSecrets(deps, challenge);
  const { id, email } = challenge;
  await updateChallenge(tx, id, { email, wrongCodes: 0, ...toChallengeColumns(deps, challenge, secrets) });
  await mailSecrets(tx, deps, challenge, secrets);
}

/** Once. Commit before you refuse a wrong code: otherwise it is not counted. */
export async function redeemCode(
  tx: Tx,
  deps: Deps,
  challenge: SignInChallenge | undefined,
  code: string,
): Promise<SignInChallenge | 'wrong-code'> {
  if (!challenge || !isRedeemable(challenge, deps.clock.now())) throw refuse('auth/code-expired');
  if (!isEqual(challenge.codeHash, hashCode(deps, challenge.id, code))) {
    await updateChallenge(tx, challenge.id, { wrongCodes: challenge.wrongCodes + 1 });
    return 'wrong-code';
  }
  await updateChallenge(tx, challenge.id, { usedAt: deps.clock.now() });
  return challenge;
}

export function refuseWrongCode() {
  return refuse('auth/wrong-code', { fields: { code: t('That code is incorrect') } });
}

function newSecrets(deps: Deps, { sessionId }: Whom): Secrets {
  const code = String(deps.random.below(1_000_000)).padStart(6, '0');
  return { code, token: sessionId === null ? deps.random.hex(32) : null };
}

function toChallengeColumns(deps: Deps, { id }: Whom, { code, token }: Secrets) {
  const sentAt = deps.clock.now();
  return {
    codeHash: hashCode(deps, id, code),
    tokenHash: token === null ? null : hashToken(token),
    sentAt,
    expiresAt: addMilliseconds(sentAt, CHALLENGE_LIFETIME_MS),
  };
}

/** A code has only a million values, so its hash needs a key. */
function hashCode(deps: Deps, challengeId: string, code: string): string {
  return createHmac('sha256', deriveSecret(deps.config, 'sign-in code'))
    .update(`${challengeId}:${code}`)
    .digest('hex');
}

async function mailSecrets(tx: Tx, deps: Deps, { id, email }: Whom, { code, token }: Secrets): Promise<void> {
  const ref = `${token === null ? 'confirm-identity' : 'sign-in'}:${id}:${deps.random.hex(8)}`;
  const mail = () => {
    const words = token === null ? buildIdentityMail(code) : buildSignInMail(deps, code, token);
    const { subject, text, links, reason } = words;
    return { to: email, subject, text: text.join('\n\n'), links, code, button: t('Sign in'), reason };
  };
  // The reader is the user who waits for it, and may have no account yet.
  await enqueueMail(tx, deps, { ref, mail, language: getLanguage() });
}

function buildSignInMail(deps: Deps, code: string, token: string) {
  const link = `${getPublicUrl(deps)}/auth/email-confirmation?token=${token}`;
  return {
    subject: t('{code} is your Promenade sign-in code', { code }),
    text: [
      t('Welcome to Promenade.'),
      t('Your sign-in code is {code}.', { code }),
      t('Or open this link and confirm:\n{link}', { link }),
      t('They work once and expire in 10 minutes. If you didn’t request this, you can ignore this email.'),
    ],
    links: [link],
    reason: t('You get this email because this address was entered to sign in to Promenade.'),
  };
}

function buildIdentityMail(code: string) {
  return {
    subject: t('{code} is your Promenade confirmation code', { code }),
    text: [
      t('Someone signed in to your account wants to change something important, such as where you are paid.'),
      t('If this is you, enter this code: {code}.', { code }),
      t(
        'It works once and expires in 10 minutes. If this isn’t you, don’t share the code, and contact support.',
      ),
    ],
    links: [],
    reason: t('You get this email because someone signed in to your Promenade account asked for a code.'),
  };
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
