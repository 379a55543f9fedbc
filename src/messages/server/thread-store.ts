import { type SQL, sql } from 'drizzle-orm';
import type { ApplicationState } from '#applications/contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { TimePage } from '#platform/server/time-cursor.ts';
import type { MessageKind, MessageSide } from '../contract.ts';
import { knownSince } from './party-service.ts';

export type Reach =
  | { userId: string; side: 'marketer' }
  | { userId: string; side: 'advertiser'; ownerIds: readonly string[] };

export interface ListedThread {
  applicationId: string;
  campaignId: string;
  campaignTitle: string;
  company: string | null;
  marketerId: string;
  approvedAt: Date | null;
  status: ApplicationState;
  lastAt: Date;
  kind: MessageKind;
  side: MessageSide | null;
  authorId: string | null;
  text: string;
  createdAt: Date;
  fileCount: number;
  unread: number;
}

const isWithin = (reach: Reach): SQL =>
  reach.side === 'marketer'
    ? sql`t.marketer_id = ${reach.userId}`
    : sql`t.advertiser_id in ${reach.ownerIds}`;

const joinReads = ({ userId }: Reach): SQL => sql`
  left join message_read r on r.application_id = t.application_id and r.account_id = ${userId}
  left join team_member tm on tm.owner_id = t.advertiser_id and tm.member_id = ${userId}`;

/** A new member of a team has not missed what was written before they joined. */
const isUnread = ({ side }: Reach): SQL => sql`
  u.side = ${side === 'marketer' ? 'advertiser' : 'marketer'} and u.sequence > coalesce(r.sequence, 0)
  and (tm.joined_at is null or u.created_at > tm.joined_at)`;

/** Advertisers find a marketer's last name only after they approved the application (decision 13.13). */
const matches = ({ side }: Reach, search: string | undefined, now: Date): SQL => {
  if (!search) return sql`true`;
  const has = (text: SQL) => sql`strpos(lower(${text}), ${search.toLowerCase()}) > 0`;
  const other =
    side === 'marketer'
      ? has(sql`c.company`)
      : has(sql`concat_ws(' ', p.first_name, case when ${knownSince(now)} is not null then p.last_name end)`);
  return sql`(${has(sql`c.title`)} or ${other})`;
};

export async function listThreads(
  reader: Reader,
  reach: Reach,
  search: string | undefined,
  { limit, after, now }: TimePage & { now: Date },
): Promise<ListedThread[]> {
  const isAfter = after
    ? sql`(t.last_at, t.application_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await reader.execute<ListedThread & Record<string, unknown>>(sql`
    select t.application_id as "applicationId", t.campaign_id as "campaignId", c.title as "campaignTitle",
      c.company, t.marketer_id as "marketerId", ${knownSince(now)} as "approvedAt", application.status, t.last_at as "lastAt",
      m.kind, m.side, m.author_id as "authorId", m.text, m.created_at as "createdAt",
      (select count(*)::int from message_file f where f.message_id = m.id) as "fileCount",
      (select count(*)::int from message u
        where u.application_id = t.application_id and ${isUnread(reach)}) as unread
    from message_thread t
    join application on application.id = t.application_id
    join campaign c on c.id = t.campaign_id
    join profile p on p.account_id = t.marketer_id
    join lateral (
      select * from message where application_id = t.application_id order by sequence desc limit 1
    ) m on true
    ${joinReads(reach)}
    where ${isWithin(reach)} and ${matches(reach, search, now)} and ${isAfter}
    order by t.last_at desc, t.application_id desc
    limit ${limit}`);
  return rows;
}

export const selectUnread = (reach: Reach): SQL => sql`
  select count(*)::int as unread
  from message_thread t
  ${joinReads(reach)}
  join message u on u.application_id = t.application_id
  where ${isWithin(reach)} and t.last_sequence > coalesce(r.sequence, 0) and ${isUnread(reach)}`;

export async function countUnread(reader: Reader, reach: Reach): Promise<number> {
  const { rows } = await reader.execute<{ unread: number }>(selectUnread(reach));
  return rows[0]?.unread ?? 0;
}
