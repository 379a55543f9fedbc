import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignQuery } from '../../contract.ts';
import { type Page, toPage } from './campaign-search.ts';
import { isPublic } from './campaign-search-filters.ts';
import { readCachedRows, rowVersion } from './row-cache.ts';
import { coalesceCalls } from './coalesce.ts';
import { campaign } from '../tables.ts';

/** A page with its cached responses. It is valid until one of its rows changes. */
export interface CachedPage extends Page {
  /** Response bodies by role. */
  readonly bodies: Map<string, CachedBody>;
}

export interface CachedBody {
  json: Buffer;
  /** The time span in which the body is correct. Without an end, until a row changes. */
  from: Date;
  until: Date | null;
}

/** Returns true for the most requested page: the first page of the newest campaigns, without filters. */
export function isFirstPage(query: CampaignQuery): boolean {
  const { open: _open, limit: _limit, sort, ...filters } = query;
  return (sort ?? 'newest') === 'newest' && Object.values(filters).every((value) => value === undefined);
}

/**
 * Returns the first page of the newest campaigns, with cached responses if nothing has changed. One short
 * query returns the versions of its rows, so a committed change by any process is seen immediately.
 */
export function readFirstPage(db: Db, onlyOpen: boolean, limit: number): Promise<CachedPage> {
  const pages = pagesByDb.get(db) ?? new Map<string, () => Promise<CachedPage>>();
  pagesByDb.set(db, pages);
  const name = `${onlyOpen ? 'open' : 'all'} ${limit}`;
  let read = pages.get(name);
  if (!read) {
    // API clients may request any number of rows. Pages that are not cached are only slower.
    if (pages.size >= KEPT_PAGES) pages.clear();
    read = coalesceCalls(cachePage(db, onlyOpen, limit));
    pages.set(name, read);
  }
  return read();
}

const KEPT_PAGES = 8;
const pagesByDb = new WeakMap<Db, Map<string, () => Promise<CachedPage>>>();

function cachePage(db: Db, onlyOpen: boolean, limit: number): () => Promise<CachedPage> {
  const newest = getNewestStatements(db, onlyOpen);
  let kept: { versions: string; page: CachedPage } | null = null;
  return async () => {
    // One extra row tells whether there is a next page.
    const [found] = await newest.versions.execute({ limit: limit + 1 });
    const versions = found?.versions ?? '';
    if (kept?.versions === versions) return kept.page;
    const listed = await newest.list.execute({ limit: limit + 1 });
    const page: CachedPage = {
      ...toPage(listed, limit, await readCachedRows(db, listed.slice(0, limit), { askedOften: true })),
      bodies: new Map(),
    };
    kept = { versions: listed.map(({ version }) => version).join(','), page };
    return page;
  };
}

const statementsByDb = new WeakMap<Db, Map<boolean, ReturnType<typeof prepareNewest>>>();

/** Prepared once per database, because statement names belong to it. */
function getNewestStatements(db: Db, onlyOpen: boolean) {
  const statements = statementsByDb.get(db) ?? new Map<boolean, ReturnType<typeof prepareNewest>>();
  statementsByDb.set(db, statements);
  const known = statements.get(onlyOpen) ?? prepareNewest(db, onlyOpen);
  statements.set(onlyOpen, known);
  return known;
}

/**
 * Each statement walks its index from the newest row. The conditions are literals so that the planner can
 * match the index.
 */
function prepareNewest(db: Db, onlyOpen: boolean) {
  const name = onlyOpen ? 'campaigns_newest_open' : 'campaigns_newest';
  const condition: SQL | undefined = onlyOpen ? and(isPublic, sql`${campaign.isOpen}`) : isPublic;
  const newest = db
    .select({ id: campaign.id, version: rowVersion(campaign).as('version'), key: campaign.createdAt })
    .from(campaign)
    .where(condition)
    .orderBy(desc(campaign.createdAt), desc(campaign.id))
    .limit(sql.placeholder('limit'));
  const listed = newest.as('listed');
  return {
    list: newest.prepare(name),
    versions: db
      .select({
        versions: sql<
          string | null
        >`string_agg(${listed.version}, ',' order by ${listed.key} desc, ${listed.id} desc)`,
      })
      .from(listed)
      .prepare(`${name}_versions`),
  };
}
