import { Email } from '#auth/sign-in-contract.ts';
import { Refusal } from '#kernel/errors.ts';
import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { type Flow, parseFlow } from './google-flow.ts';
import { type GoogleProvider, GoogleSignInFailed, type ProviderClaims } from './google-provider.ts';
import { findIdentity, insertIdentity, markFlowUsed } from './google-store.ts';
import {
  findOrCreateAccount,
  promoteListedAdmin,
  type Browser,
  lockUsableAccount,
  type SignedIn,
  signIn,
} from '../sign-in/sign-in.ts';
import type { Account } from '../tables.ts';

/**
 * Throws GoogleSignInFailed. `cookie` is the value that the browser got when it left, `returned` the full address at
 * which it came back.
 */
export async function signInWithGoogle(
  deps: Deps,
  provider: GoogleProvider,
  way: { cookie: string | undefined; returned: URL },
  browser: Browser,
): Promise<SignedIn> {
  const flow = await consumeFlow(deps, way.cookie);
  const claims = await provider.finish(flow, way.returned);
  const email = Email.safeParse(claims.email);
  if (!claims.emailVerified || !email.success) throw new GoogleSignInFailed('unverified');
  try {
    return await transact(deps.db, async (tx) => {
      const account = await findOrLinkAccount(tx, deps, claims, email.data);
      return signIn(tx, deps, account, browser);
    });
  } catch (error) {
    if (error instanceof Refusal) throw new GoogleSignInFailed('no-account', error.code);
    throw error;
  }
}

/** Commits on its own: a flow can be used only once even if the sign-in fails. */
async function consumeFlow(deps: Deps, cookie: string | undefined): Promise<Flow> {
  const flow = parseFlow(deps, cookie);
  if (flow === null) throw new GoogleSignInFailed('no-flow');
  if (flow === 'expired') throw new GoogleSignInFailed('expired');
  const isFirst = await transact(deps.db, (tx) => markFlowUsed(tx, flow, deps.clock.now()));
  if (!isFirst) throw new GoogleSignInFailed('used');
  return flow;
}

/**
 * Finds a linked account even if its address has changed. Otherwise links the account of the verified address, or
 * creates one without a type.
 */
async function findOrLinkAccount(
  tx: Tx,
  deps: Deps,
  { issuer, subject }: ProviderClaims,
  email: string,
): Promise<Account> {
  const known = await findIdentity(tx, issuer, subject);
  if (known) {
    const account = await lockUsableAccount(tx, known.accountId);
    return account.email === email ? promoteListedAdmin(tx, deps, account) : account;
  }
  const account = await findOrCreateAccount(tx, deps, email, null);
  const isLinked = await insertIdentity(tx, {
    issuer,
    subject,
    accountId: account.id,
    linkedAt: deps.clock.now(),
  });
  // A concurrent sign-in of the same user linked it first, to the same account.
  if (!isLinked) return account;
  await audit(tx, deps, {
    actor: { userId: account.id, role: account.role },
    action: 'identity.linked',
    object: { kind: 'account', id: account.id },
  });
  if (account.firstLoginDone) await mailLinked(tx, deps, account);
  return account;
}

async function mailLinked(tx: Tx, deps: Deps, { id, email, language }: Account): Promise<void> {
  await enqueueMail(tx, deps, {
    ref: `google-linked:${id}:${deps.random.uuid()}`,
    language,
    mail: () => ({
      to: email,
      subject: t('A Google account was linked to your Promenade account'),
      text: [
        t('Someone signed in to your Promenade account with the Google account {email}.', { email }),
        t('You can now sign in with that Google account or with emailed codes.'),
        t('If this wasn’t you, secure your Google account and your mailbox, and contact support.'),
      ].join('\n\n'),
    }),
  });
}
