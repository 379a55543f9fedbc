import type { Tx } from '#platform/server/db/open-database.ts';
import { afterCommit } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';

type WithBus = Pick<Deps, 'liveBus'>;

/** Where a session belongs, which is all that a note of it tells. */
interface SessionPlace {
  id: string;
  campaignId: string;
}

/** What watches a campaign subscribes to. */
export function liveTopic(campaignId: string): string {
  return `tracking ${campaignId}`;
}

/** To call once their positions are committed: once for all sessions of one write. */
export function publishPositions({ liveBus }: WithBus, sessions: readonly SessionPlace[]): void {
  liveBus.publish(sessions.map(({ id, campaignId }) => ({ topic: liveTopic(campaignId), about: id })));
}

/** To call in the transaction that begins or ends a session; tells nobody where that rolls back. */
export function publishSessionAfterCommit(tx: Tx, { liveBus }: WithBus, session: SessionPlace): void {
  const note = { topic: liveTopic(session.campaignId), about: `${SESSION_MARK}${session.id}` };
  afterCommit(tx, () => liveBus.publish([note]));
}

const SESSION_MARK = 'session:';

/** Which session a note is about, and whether it has begun or ended rather than moved. */
export function readNote(about: string): { id: string; isOfSession: boolean } {
  const isOfSession = about.startsWith(SESSION_MARK);
  return { id: isOfSession ? about.slice(SESSION_MARK.length) : about, isOfSession };
}
