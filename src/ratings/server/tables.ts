import { boolean, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { application } from '#applications/server/tables.ts';
import { account } from '#auth/server/tables.ts';
import type { RatingSide, RatingTick } from '#ratings/contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const rating = pgTable('rating', {
  id: uuid('id').primaryKey(),
  applicationId: uuid('application_id')
    .notNull()
    .references(() => application.id),
  authorSide: text('author_side').$type<RatingSide>().notNull(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => account.id),
  ratedId: uuid('rated_id')
    .notNull()
    .references(() => account.id),
  stars: smallint('stars').notNull(),
  ticks: text('ticks').array().$type<RatingTick[]>().notNull(),
  text: text('text').notNull(),
  sentAt: moment('sent_at').notNull(),
  /** In the future while only the author may read it. */
  publishedAt: moment('published_at').notNull(),
  announcedAt: moment('announced_at'),
  reply: text('reply'),
  repliedBy: uuid('replied_by').references(() => account.id),
  repliedAt: moment('replied_at'),
  isTextHidden: boolean('is_text_hidden').notNull().default(false),
  isReplyHidden: boolean('is_reply_hidden').notNull().default(false),
});
export type RatingRow = typeof rating.$inferSelect;
