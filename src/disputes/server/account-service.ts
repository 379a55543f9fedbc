import { asc, eq, sql } from 'drizzle-orm';
import type { AccountTie, ExportPart } from '#auth/server/ports.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { countHeldPlacesByMarketer } from './held-places-service.ts';
import { dispute } from './tables.ts';

export async function disputeTies(reader: Reader, userId: string, now: Date): Promise<AccountTie[]> {
  const held = await countHeldPlacesByMarketer(reader, userId, now);
  const { rows } = await reader.execute<{ open: number }>(sql`
    select count(*)::int as open from dispute d join campaign c on c.id = d.campaign_id
    where d.state = 'open' and (d.opened_by = ${userId} or c.advertiser_id = ${userId})`);
  const open = rows[0]?.open ?? 0;
  return [
    ...(held > 0
      ? [
          {
            text: `You hold a place in ${held} campaign${held === 1 ? '' : 's'} in which you can still work or be paid.`,
            isOpen: true,
            href: '/marketer',
          },
        ]
      : []),
    ...(open > 0 ? [{ text: 'A dispute about your work or campaign is open.', isOpen: true }] : []),
  ];
}

export const disputesExport: ExportPart = {
  name: 'disputes',
  tables: ['dispute'],
  read: async (db, _deps, userId) => {
    const rows = await db
      .select()
      .from(dispute)
      .where(eq(dispute.openedBy, userId))
      .orderBy(asc(dispute.openedAt));
    return rows.map(({ decidedBy: _administrator, ...row }) => row);
  },
};
