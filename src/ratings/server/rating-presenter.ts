import { t } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { loadNames, loadOutlineNames } from '#profiles/server/service.ts';
import type { Rating, RatingExchange, RatingSide } from '#ratings/contract.ts';
import { checkChangeable, checkRatable, checkReply, closesAt, isPublished } from './rules.ts';
import { listByApplications, type OpenedWork, type RatingOfWork } from './store.ts';

interface Viewer {
  seesNames: boolean;
  /** The author sees hidden words, and so do admins. */
  seesHidden: (rating: RatingOfWork) => boolean;
}

export async function toRatings(
  reader: Reader,
  found: readonly RatingOfWork[],
  { seesNames, seesHidden }: Viewer,
  now: Date,
): Promise<Rating[]> {
  const names = await loadOutlineNames(
    reader,
    found.filter(({ rating }) => rating.authorSide === 'marketer').map(({ marketerId }) => marketerId),
  );
  return found.map((one) => {
    const { rating, company, marketerId } = one;
    const marketerName = seesNames ? (names.get(marketerId) ?? null) : null;
    const seesAll = seesHidden(one);
    return {
      id: rating.id,
      authorSide: rating.authorSide,
      authorName: rating.authorSide === 'marketer' ? marketerName : company || null,
      stars: rating.stars,
      ticks: rating.ticks,
      text: rating.isTextHidden && !seesAll ? null : rating.text,
      isTextHidden: rating.isTextHidden,
      sentAt: rating.sentAt.toISOString(),
      publishedAt: rating.publishedAt.toISOString(),
      isPublished: isPublished(rating, now),
      reply:
        rating.reply === null || rating.repliedAt === null
          ? null
          : {
              text: rating.isReplyHidden && !seesAll ? null : rating.reply,
              isHidden: rating.isReplyHidden,
              repliedAt: rating.repliedAt.toISOString(),
            },
    };
  });
}

/** Never shows the other side's rating too early. */
export async function toExchanges(
  reader: Reader,
  works: readonly OpenedWork[],
  side: RatingSide,
  mayRate: (advertiserId: string) => boolean,
  now: Date,
): Promise<RatingExchange[]> {
  const found = await listByApplications(
    reader,
    works.map(({ applicationId }) => applicationId),
  );
  const shown = await toRatings(
    reader,
    found,
    { seesNames: true, seesHidden: ({ rating }) => rating.authorSide === side },
    now,
  );
  const people = await loadNames(reader, [...new Set(works.map(({ marketerId }) => marketerId))]);
  return works.map((work) => {
    const { applicationId, campaignId, campaignTitle, openedAt } = work;
    const pick = (isOwn: boolean) => {
      const index = found.findIndex(
        ({ rating }) => rating.applicationId === applicationId && (rating.authorSide === side) === isOwn,
      );
      return { row: found[index]?.rating ?? null, shown: shown[index] ?? null };
    };
    const [own, other] = [pick(true), pick(false)];
    const facts = { openedAt, own: own.row, other: other.row };
    const may = mayRate(work.advertiserId);
    return {
      applicationId,
      campaignId,
      campaignTitle,
      side,
      otherName:
        side === 'marketer' ? work.company || t('The advertiser') : (people.get(work.marketerId)?.name ?? ''),
      openedAt: openedAt.toISOString(),
      closesAt: closesAt(openedAt, other.row).toISOString(),
      own: own.shown,
      other: other.shown?.isPublished ? other.shown : null,
      isOtherSent: other.row !== null,
      can: {
        rate: may && checkRatable(facts, now) === null,
        change: may && checkChangeable(facts, now) === null,
        reply: may && checkReply(facts, null, now) === null,
      },
    };
  });
}
