import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Takes one step on the city index per city, however many campaigns it has. */
export async function listOpenCities(reader: Reader): Promise<string[]> {
  const { rows } = await reader.execute<{ name: string }>(sql`
    with recursive city as (
      (select lower(city) as key, city as name from campaign
        where is_open and status <> 'draft' and lower(city) > '' order by lower(city) limit 1)
      union all
      select next.* from city, lateral (
        select lower(c.city), c.city from campaign c
        where c.is_open and c.status <> 'draft' and lower(c.city) > city.key order by lower(c.city) limit 1
      ) next
    )
    select name from city`);
  return rows.map(({ name }) => name);
}
