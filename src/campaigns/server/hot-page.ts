import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignQuery } from '../contract.ts';
import { type Page, pageOf } from './campaign-search.ts';
import { isPublic } from './campaign-search-filters.ts';
import { readRemembered, versionOf } from './remembered-rows.ts';
import { inSharedRounds } from './shared-round.ts';
import { campaign } from './tables.ts';

/** What was made of the rows of a page: lives as long as none of them has changed. */
export interface HotPage extends Page {
  /** Bodies that answer it, by whom they are for. */
  readonly bodies: Map<string, HotBody>;
}

export interface HotBody {
  json: Buffer;
  /** From when until when it says what is so; without an end, until a row changes. */
  from: Date;
  until: Date | null;
}

/** Is it the page that nearly everybody asks for: the first one, and nothing but the newest? */
export function isHot(query: CampaignQuery): boolean {
  const { status, limit: _limit, sort, ...filters } = query;
  return (
    (sort ?? 'newest') === 'newest' &&
    status !== 'completed' &&
    Object.values(filters).every((value) => value === undefined)
  );
}

/**
 * The first page of the newest, with what was made of it before if it is still the same. One short statement tells: it answers
 * the versions of its rows, so a change by any process counts as soon as it is committed.
 */
export function readHotPage(db: Db, onlyOpen: boolean, limit: number): Promise<HotPage> {
  const pages = pagesByDb.get(db) ?? new Map<string, () => Promise<HotPage>>();
  pagesByDb.set(db, pages);
  const name = `${onlyOpen ? 'open' : 'all'} ${limit}`;
  let read = pages.get(name);
  if (!read) {
    // Programs may ask for any number of rows; what is not kept is only slower.
    if (pages.size >= KEPT_PAGES) pages.clear();
    read = inSharedRounds(keepingPage(db, onlyOpen, limit));
    pages.set(name, read);
  }
  return read();
}

const KEPT_PAGES = 8;
const pagesByDb = new WeakMap<Db, Map<string, () => Promise<HotPage>>>();

function keepingPage(db: Db, onlyOpen: boolean, limit: number): () => Promise<HotPage> {
  const newest = newestOf(db, onlyOpen);
  let kept: { versions: string; page: HotPage } | null = null;
  return async () => {
    // One row more than asked for tells whether there is a next page.
    const [found] = await newest.versions.execute({ limit: limit + 1 });
    const versions = found?.versions ?? '';
    if (kept?.versions === versions) return kept.page;
    const listed = await newest.list.execute({ limit: limit + 1 });
    const page: HotPage = {
      ...pageOf(listed, limit, await readRemembered(db, listed.slice(0, limit), { askedOften: true })),
      bodies: new Map(),
    };
    kept = { versions: listed.map(({ version }) => version).join(','), page };
    return page;
  };
}

const statementsByDb = new WeakMap<Db, Map<boolean, ReturnType<typeof prepareNewest>>>();

/** Prepared once for each database: names of statements belong to it. */
function newestOf(db: Db, onlyOpen: boolean) {
  const statements = statementsByDb.get(db) ?? new Map<boolean, ReturnType<typeof prepareNewest>>();
  statementsByDb.set(db, statements);
  const known = statements.get(onlyOpen) ?? prepareNewest(db, onlyOpen);
  statements.set(onlyOpen, known);
  return known;
}

/** Each walks its index from the newest on. The conditions are written out, or the planner could not match the index. */
function prepareNewest(db: Db, onlyOpen: boolean) {
  const name = onlyOpen ? 'campaigns_newest_open' : 'campaigns_newest';
  const condition: SQL | undefined = onlyOpen ? and(isPublic, sql`${campaign.isOpen}`) : isPublic;
  const newest = db
    .select({ id: campaign.id, version: versionOf(campaign).as('version'), key: campaign.createdAt })
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
