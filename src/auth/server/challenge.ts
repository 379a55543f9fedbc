import { createHmac } from 'node:crypto';
import type { ChoosableType } from '#auth/contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import { secretFor } from '#platform/server/secrets.ts';
import { hashToken } from '#platform/server/session.ts';
import { CHALLENGE_LIFETIME_MS } from './rules.ts';

interface Secrets {
  code: string;
  token: string;
}

export function newSecrets(deps: Deps): Secrets {
  return { code: String(deps.random.below(1_000_000)).padStart(6, '0'), token: deps.random.hex(32) };
}

/** What a challenge row keeps of its secrets. A code has only a million values, so its hash needs a key. */
export function challengeHashes(deps: Deps, challengeId: string, secrets: Secrets) {
  return { codeHash: hashCode(deps, challengeId, secrets.code), tokenHash: hashToken(secrets.token) };
}

export function hashCode(deps: Deps, challengeId: string, code: string): string {
  return createHmac('sha256', secretFor(deps.config, 'sign-in code'))
    .update(`${challengeId}:${code}`)
    .digest('hex');
}

export function challengeExpiry(now: Date): Date {
  return addMilliseconds(now, CHALLENGE_LIFETIME_MS);
}

export async function mailChallenge(
  tx: Tx,
  deps: Deps,
  challenge: { id: string; email: string; role: ChoosableType },
  secrets: Secrets,
): Promise<void> {
  const link = `${publicAddress(deps)}/auth/email-confirmation?token=${secrets.token}`;
  await enqueueMail(tx, deps, {
    ref: `sign-in:${challenge.id}:${hashToken(secrets.token).slice(0, 16)}`,
    mail: {
      to: challenge.email,
      subject: `${secrets.code} is your Promenade sign-in code`,
      text: [
        'Welcome to Promenade.',
        `Your sign-in code is ${secrets.code}.`,
        `Or open this link and press the button on its page:\n${link}`,
        'Both work once and end after 10 minutes. If you did not ask for this, you can ignore it: nobody is signed in without the code.',
      ].join('\n\n'),
      links: [link],
      code: secrets.code,
    },
  });
}
