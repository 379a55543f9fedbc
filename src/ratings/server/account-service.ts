import { and, asc, eq, lte } from 'drizzle-orm';
import type { ExportPart } from '#auth/server/ports.ts';
import { rating } from './tables.ts';

/**
 * A rating that is not public yet stays secret here too. When an account is deleted, its ratings stay without a name.
 */
export const ratingsExport: ExportPart = {
  name: 'ratings',
  tables: ['rating'],
  read: async (db, deps, userId) => ({
    written: await db
      .select({
        applicationId: rating.applicationId,
        stars: rating.stars,
        ticks: rating.ticks,
        text: rating.text,
        sentAt: rating.sentAt,
        publishedAt: rating.publishedAt,
      })
      .from(rating)
      .where(eq(rating.authorId, userId))
      .orderBy(asc(rating.sentAt)),
    received: (
      await db
        .select()
        .from(rating)
        .where(and(eq(rating.ratedId, userId), lte(rating.publishedAt, deps.clock.now())))
        .orderBy(asc(rating.publishedAt))
    ).map((row) => ({
      applicationId: row.applicationId,
      stars: row.stars,
      ticks: row.ticks,
      text: row.isTextHidden ? null : row.text,
      publishedAt: row.publishedAt,
      reply: row.reply,
      repliedAt: row.repliedAt,
    })),
    replies: await db
      .select({ applicationId: rating.applicationId, reply: rating.reply, repliedAt: rating.repliedAt })
      .from(rating)
      .where(eq(rating.repliedBy, userId))
      .orderBy(asc(rating.repliedAt)),
  }),
};
