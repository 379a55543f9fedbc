import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { SpotCheck, SpotCheckState } from '#tracking/spot-check-contract.ts';
import { spotCheckAsked } from '../events.ts';
import type { SessionRow, SpotCheckRow } from '../tables.ts';
import {
  createCode,
  drawAskTimes,
  getAnswerDeadline,
  getSpotCheckState,
  getWorkTime,
} from './spot-check-rules.ts';
import * as store from './spot-check-store.ts';

/**
 * Draws the checks of a new session: as many as the campaign asks for, less those that earlier sessions of this place
 * were asked. Call it with the application locked.
 */
export async function drawSpotChecks(
  tx: Tx,
  deps: Pick<Deps, 'random'>,
  campaign: Pick<CampaignRow, 'spotChecks' | 'startTime' | 'durationMinutes' | 'closesAt'>,
  { id: sessionId, applicationId, startedAt }: SessionRow,
): Promise<void> {
  const work = getWorkTime(campaign, startedAt);
  if (campaign.spotChecks === 0 || work === null) return;
  const last = (await store.listSpotChecks(tx, [applicationId])).at(-1);
  const used = last?.number ?? 0;
  const free = last ? getAnswerDeadline(last.askAt) : work.from;
  const times = drawAskTimes(deps.random, {
    from: free > work.from ? free : work.from,
    to: work.to,
    count: campaign.spotChecks - used,
  });
  await store.insertSpotChecks(
    tx,
    times.map((askAt, at) => ({
      id: deps.random.uuid(),
      applicationId,
      sessionId,
      number: used + at + 1,
      askAt,
      code: createCode(deps.random),
    })),
  );
}

/** Voids the checks that a session was not asked before it ended. They never happened (decision 62.2). */
export const voidUnasked = store.deleteUnasked;

/** Nothing about a check leaves the server before. */
export async function askDueChecks(deps: Deps): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    for (const { id, askAt, marketerId, campaignId } of await store.markTold(tx, now, BATCH_SIZE)) {
      const answerBy = getAnswerDeadline(askAt);
      // After an outage, a check may be over.
      if (answerBy <= now) continue;
      const payload = { campaignId, marketerId, answerBy: answerBy.toISOString() };
      await announce(tx, spotCheckAsked, { ref: id, payload }, deps.clock);
    }
  });
}

const BATCH_SIZE = 500;

export interface AskedCheck extends SpotCheckRow {
  state: SpotCheckState;
}

export async function listAskedChecks(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  applicationIds: readonly string[],
): Promise<AskedCheck[]> {
  const now = clock.now();
  return (await store.listSpotChecks(reader, applicationIds)).flatMap((row) => {
    const state = getSpotCheckState(row, now);
    return state ? [{ ...row, state }] : [];
  });
}

export async function listOwnChecks(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  applicationId: string,
): Promise<SpotCheck[]> {
  const now = deps.clock.now().getTime();
  return (await listAskedChecks(reader, deps, [applicationId])).map(({ id, number, state, askAt, code }) => ({
    id,
    number,
    state,
    askedAt: askAt.toISOString(),
    code,
    millisecondsLeft: state === 'asked' ? Math.max(0, getAnswerDeadline(askAt).getTime() - now) : 0,
  }));
}

/**
 * Returns the marketer's check with its campaign, or undefined: also before it is asked, so that no id can be tested.
 */
export async function findOwnCheck(
  reader: Reader,
  { id, marketerId, now }: { id: string; marketerId: string; now: Date },
) {
  const found = await store.findSpotCheck(reader, id);
  return found?.marketerId === marketerId && getSpotCheckState(found, now) ? found : undefined;
}

/**
 * Locks a check and returns its state at the time of receipt, or null if its session has ended before it was asked.
 * Comes after the session and before the proof in the lock order.
 */
export async function lockCheck(tx: Tx, id: string, receivedAt: Date): Promise<SpotCheckState | null> {
  const locked = await store.lockSpotCheck(tx, id);
  return locked ? getSpotCheckState(locked, receivedAt) : null;
}

export const markAnswered = store.markAnswered;
