import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';

type WithBus = Pick<Deps, 'liveBus'>;

interface SessionPlace {
  id: string;
  campaignId: string;
}

export function liveTopic(campaignId: string): string {
  return `tracking ${campaignId}`; // not for users
}

/** Call it after the positions are committed, once for all sessions of one write. */
export function publishPositions({ liveBus }: WithBus, sessions: readonly SessionPlace[]): void {
  liveBus.publish(sessions.map(({ id, campaignId }) => ({ topic: liveTopic(campaignId), about: id })));
}

/** Call it in the transaction that starts or ends the session. If it rolls back, nothing is published. */
export function publishSessionAfterCommit(tx: Tx, { liveBus }: WithBus, session: SessionPlace): void {
  const note = { topic: liveTopic(session.campaignId), about: `${SESSION_MARK}${session.id}` };
  tx.afterCommit(() => liveBus.publish([note]));
}

const SESSION_MARK = 'session:';

export function parseNote(about: string): { id: string; isOfSession: boolean } {
  const isOfSession = about.startsWith(SESSION_MARK);
  return { id: isOfSession ? about.slice(SESSION_MARK.length) : about, isOfSession };
}
