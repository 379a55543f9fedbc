import type { ResponseOf } from '#kernel/endpoint.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { type Actor, hashToken, requireRecentSignIn } from '#platform/server/security/session.ts';
import { loadWalletAddress } from '#profiles/server/service.ts';
import { connectWallet, disconnectWallet } from '#profiles/server/wallet-service.ts';
import {
  type ConnectionOutcome,
  finishWalletConnection,
  type getWalletConnection,
  type startWalletConnection,
} from '../../connection-contract.ts';
import type { Outcome, WalletAccount } from '../provider/wallet-provider.ts';
import type { WalletConnectionRow } from './wallet-connection-tables.ts';
import {
  deleteConnections,
  endConnection,
  findNewestConnection,
  insertConnection,
  claimConnection,
} from './wallet-connection-store.ts';

/** The time the user has to return from the wallet's page. */
const WAY_BACK_MS = 10 * MINUTE;

/** Longer than any call to the wallet takes. If there is no outcome by then, there never will be. */
const CHECKING_MS = MINUTE;

/** Requires a recent sign-in, because the result decides where pay goes. */
export async function startConnection(
  deps: Deps,
  actor: Actor,
): Promise<ResponseOf<typeof startWalletConnection>> {
  requireRecentSignIn(deps, actor);
  const now = deps.clock.now();
  const state = deps.random.hex(32);
  await transact(deps.db, async (tx) => {
    await deleteConnections(tx, actor.userId, now);
    await insertConnection(tx, {
      id: deps.random.uuid(),
      accountId: actor.userId,
      sessionId: actor.sessionId,
      stateHash: hashToken(state),
      createdAt: now,
      endsAt: addMilliseconds(now, WAY_BACK_MS),
    });
  });
  const request = { redirectUri: redirectUri(deps), state, nonce: deriveNonce(state) };
  return { authorizeUrl: deps.ports.getWallet().getSignInUrl(request) };
}

/** `invalid`: this session has no such connection, or it was used or has expired. */
export type ConnectionEnd = ConnectionOutcome | 'invalid' | 'signed-out';

/**
 * Handles the redirect from the wallet's page. Claims the connection before calling the wallet, so that
 * nothing happens twice. Without a clear answer nothing is connected, and the marketer must start again.
 */
export async function finishConnection(
  deps: Deps,
  actor: Actor | null,
  {
    code,
    state,
    error,
  }: { code?: string | undefined; state?: string | undefined; error?: string | undefined },
): Promise<ConnectionEnd> {
  if (!state) return 'invalid';
  if (!actor) return 'signed-out';
  if (actor.role !== 'marketer') return 'invalid';
  const way = { stateHash: hashToken(state), sessionId: actor.sessionId, accountId: actor.userId };
  const taken = await transact(deps.db, (tx) => claimConnection(tx, way, deps.clock.now()));
  if (!taken) return 'invalid';
  if (error !== undefined || !code) {
    return end(deps, actor, taken, { outcome: error === 'access_denied' ? 'declined' : 'failed' });
  }
  const found = await deps.ports
    .getWallet()
    .getSignedInAccount({ code, redirectUri: redirectUri(deps), nonce: deriveNonce(state) });
  return end(deps, actor, taken, toVerdict(deps, found));
}

type Verdict = { outcome: Exclude<ConnectionOutcome, 'connected'> } | { outcome: 'connected'; email: string };

function toVerdict(deps: Deps, found: Outcome<WalletAccount>): Verdict {
  if (found.kind === 'success') {
    const { email, isConfirmed } = found.value;
    return isConfirmed ? { outcome: 'connected', email } : { outcome: 'unconfirmed' };
  }
  const { kind, debugId } = found;
  const reason = kind === 'refused' ? found.issue : found.reason;
  deps.log.warn({ kind, reason, debugId }, 'a wallet was not connected');
  return { outcome: 'failed' };
}

/** A concurrent disconnect deletes the connection, and wins. */
async function end(
  deps: Deps,
  actor: Actor,
  { id }: WalletConnectionRow,
  verdict: Verdict,
): Promise<ConnectionEnd> {
  return transact(deps.db, async (tx) => {
    if (!(await endConnection(tx, id, verdict.outcome))) return 'invalid';
    if (verdict.outcome === 'connected') await connectWallet(tx, deps, actor, verdict.email);
    return verdict.outcome;
  });
}

export async function loadConnection(
  deps: Deps,
  actor: Actor,
): Promise<ResponseOf<typeof getWalletConnection>> {
  const [address, newest] = await Promise.all([
    loadWalletAddress(deps.db, actor.userId),
    findNewestConnection(deps.db, actor.userId, actor.sessionId),
  ]);
  const paypalEmail = address?.email ?? null;
  return {
    state: address?.isConnected ? 'connected' : toConnectionState(newest, deps.clock.now()),
    paypalEmail,
  };
}

function toConnectionState(newest: WalletConnectionRow | undefined, now: Date) {
  // It was connected before: the user disconnected, or entered another address.
  if (!newest || newest.outcome === 'connected') return 'none';
  if (newest.outcome) return newest.outcome;
  if (newest.usedAt) return now < addMilliseconds(newest.usedAt, CHECKING_MS) ? 'checking' : 'failed';
  return now < newest.endsAt ? 'waiting' : 'none';
}

/** Also deletes pending connections. */
export async function disconnect(deps: Deps, actor: Actor): Promise<void> {
  await transact(deps.db, async (tx) => {
    await deleteConnections(tx, actor.userId);
    await disconnectWallet(tx, deps, actor);
  });
}

/** Must equal the redirect URI registered at the wallet exactly. */
const redirectUri = (deps: Deps) => `${getPublicUrl(deps)}${finishWalletConnection.path}`;

/** Binds the wallet's answer to this connection: a code stolen from another one has another nonce. */
const deriveNonce = (state: string) => hashToken(`nonce ${state}`); // not for users
