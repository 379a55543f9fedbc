import { findApplication, lockApplication } from '#applications/server/service.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import type * as contract from '#ratings/contract.ts';
import {
  type ExchangeQuery,
  listRatingExchanges as listContract,
  type RatingExchange,
  type RatingForm,
  type RatingSide,
  type RatingTick,
} from '#ratings/contract.ts';
import { refuse } from '#ratings/domain.ts';
import { loadStandings, requireTeamPermission } from '#teams/server/service.ts';
import { ratingReplied } from './events.ts';
import { toExchanges } from './rating-presenter.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { RatingRow } from './tables.ts';

interface Part {
  side: RatingSide;
  ratedId: string;
}

/** Refuses 'rating/exists', 'rating/not-open' before the work is paid or its dispute decided, and 'rating/too-late'. */
export async function rate(
  deps: Deps,
  actor: Actor,
  { applicationId, ...form }: BodyOf<typeof contract.rate>,
): Promise<RatingExchange> {
  return transact(deps.db, async (tx) => {
    const part = await lockPart(tx, actor, applicationId);
    // Read the clock after taking the lock, so that the second of two ratings is the later one.
    const now = deps.clock.now();
    const facts = await loadFacts(tx, applicationId, part.side);
    const refusal = rules.checkRatable(facts, now);
    if (refusal) throw refuse(refusal);
    await store.insertRating(tx, {
      id: deps.random.uuid(),
      applicationId,
      authorSide: part.side,
      authorId: actor.userId,
      ratedId: part.ratedId,
      ...toWords(part.side, form),
      sentAt: now,
      publishedAt: rules.publicationTime(facts, now),
    });
    if (facts.other) await store.updateRating(tx, facts.other.id, { publishedAt: now });
    return presentExchange(tx, actor, applicationId, part.side, now);
  });
}

/** Refuses 'rating/published' once everyone may read it. */
export async function changeRating(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  form: RatingForm,
): Promise<RatingExchange> {
  return transact(deps.db, async (tx) => {
    const { side } = await lockPart(tx, actor, applicationId);
    const now = deps.clock.now();
    const { own } = await loadFacts(tx, applicationId, side);
    const refusal = rules.checkChangeable({ own }, now);
    if (refusal) throw refuse(refusal);
    if (own) await store.updateRating(tx, own.id, toWords(side, form));
    return presentExchange(tx, actor, applicationId, side, now);
  });
}

/** The same reply again changes nothing. */
export async function replyToRating(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { text }: { text: string },
): Promise<RatingExchange> {
  return transact(deps.db, async (tx) => {
    const { side } = await lockPart(tx, actor, applicationId);
    const now = deps.clock.now();
    const { other } = await loadFacts(tx, applicationId, side);
    const checked = rules.checkReply({ other }, text, now);
    if (checked !== null && checked !== 'same') throw refuse(checked);
    if (checked === null && other) {
      await store.updateRating(tx, other.id, { reply: text, repliedBy: actor.userId, repliedAt: now });
      const payload = { ...(await loadEventPayload(tx, other.id)), repliedBy: actor.userId };
      await announce(tx, ratingReplied, { ref: other.id, payload }, deps.clock);
    }
    return presentExchange(tx, actor, applicationId, side, now);
  });
}

/** Returns work that can be or was rated, newest first. */
export async function listRatingExchanges(
  deps: Deps,
  actor: Actor,
  query: ExchangeQuery,
): Promise<RatingExchange[]> {
  const now = deps.clock.now();
  const filter = { campaignId: query.campaignId, ratableAt: query.open ? now : undefined };
  const page = parseTimePage(query);
  if (actor.role === 'marketer') {
    const own = { ...filter, side: 'marketer', accountIds: [actor.userId] } as const;
    return toExchanges(deps.db, await store.listOpenedWork(deps.db, own, page), 'marketer', () => true, now);
  }
  const standings = await loadStandings(deps.db, actor);
  const mayRate = (ownerId: string) => standings.with(ownerId).rights.decide;
  const accountIds = query.open ? standings.ownerIds.filter(mayRate) : standings.ownerIds;
  const found = await store.listOpenedWork(deps.db, { ...filter, side: 'advertiser', accountIds }, page);
  return toExchanges(deps.db, found, 'advertiser', mayRate, now);
}

export function linkToNextExchanges(
  exchanges: readonly RatingExchange[],
  query: ExchangeQuery,
): string | null {
  const last = exchanges.at(-1);
  return linkToNext(
    listContract.path,
    query,
    exchanges.length,
    last && { at: last.openedAt, id: last.applicationId },
  );
}

/** Refuses 'application/not-found' to callers who have no part in its work. */
async function lockPart(tx: Tx, actor: Actor, applicationId: string): Promise<Part> {
  const found = await findApplication(tx, applicationId);
  const campaign = found && (await findCampaign(tx, found.campaignId));
  if (!campaign) throw refuse('application/not-found');
  const part = await findPart(tx, actor, {
    marketerId: found.marketerId,
    advertiserId: campaign.advertiserId,
  });
  await lockApplication(tx, applicationId);
  return part;
}

async function findPart(
  reader: Reader,
  actor: Actor,
  { marketerId, advertiserId }: { marketerId: string; advertiserId: string },
): Promise<Part> {
  if (actor.userId === marketerId) return { side: 'marketer', ratedId: advertiserId };
  await requireTeamPermission(reader, actor, advertiserId, 'decide', () => refuse('application/not-found'));
  return { side: 'advertiser', ratedId: marketerId };
}

interface Facts {
  openedAt: Date | null;
  own: RatingRow | null;
  other: RatingRow | null;
}

async function loadFacts(reader: Reader, applicationId: string, side: RatingSide): Promise<Facts> {
  const rows = (await store.listByApplications(reader, [applicationId])).map(({ rating }) => rating);
  return {
    openedAt: (await store.findOpenedWork(reader, applicationId))?.openedAt ?? null,
    own: rows.find(({ authorSide }) => authorSide === side) ?? null,
    other: rows.find(({ authorSide }) => authorSide !== side) ?? null,
  };
}

function toWords(side: RatingSide, { stars, text, ticks }: RatingForm) {
  const sorted: RatingTick[] | null = rules.sortTicks(side, ticks);
  if (!sorted) throw refuse('request/invalid', { fields: { ticks: t('Choose only what is offered') } });
  return { stars, text, ticks: sorted };
}

async function presentExchange(
  tx: Tx,
  actor: Actor,
  applicationId: string,
  side: RatingSide,
  now: Date,
): Promise<RatingExchange> {
  const work = await store.findOpenedWork(tx, applicationId);
  const [answer] = work ? await toExchanges(tx, [work], side, () => true, now) : [];
  if (!answer) throw new Error(`application ${applicationId} of ${actor.userId} has no exchange`);
  return answer;
}

export async function loadEventPayload(reader: Reader, id: string) {
  const { rating, campaignId } = await store.getRatingOfWork(reader, id);
  const { applicationId, authorSide, authorId, ratedId, stars } = rating;
  return { ratingId: id, applicationId, campaignId, authorSide, authorId, ratedId, stars };
}

export async function canRate(
  reader: Reader,
  { applicationId, side }: { applicationId: string; side: RatingSide },
  now: Date,
): Promise<boolean> {
  return rules.checkRatable(await loadFacts(reader, applicationId, side), now) === null;
}
