import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { refuse } from '#auth/domain.ts';
import type { Role } from '#kernel/endpoint.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { findAccount, findAccountByEmail } from '../store.ts';
import { type Account, account } from '../tables.ts';

export interface AccountSearch {
  q?: string | undefined;
  userType?: Role | undefined;
  sort?: 'newest' | 'oldest' | 'email' | undefined;
  /** An account's id. */
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
}

export interface AccountPage {
  accounts: Account[];
  hasNext: boolean;
  hasPrevious: boolean;
}

/** New sign-ups do not shift a page. */
export async function searchAccounts(reader: Reader, search: AccountSearch): Promise<AccountPage> {
  const { limit, before } = search;
  const isBackwards = before !== undefined;
  const found = await findAccounts(reader, { ...search, limit: limit + 1 });
  const accounts = found.slice(0, limit);
  if (isBackwards) accounts.reverse();
  const hasMore = found.length > limit;
  return {
    accounts,
    hasNext: isBackwards || hasMore,
    hasPrevious: isBackwards ? hasMore : search.after !== undefined,
  };
}

/** The account may be suspended. Refuses 'account/not-found'. */
export async function getLiveAccount(reader: Reader, id: string): Promise<Account> {
  const found = await findAccount(reader, id);
  if (!found || found.deletedAt) throw refuse('account/not-found');
  return found;
}

export async function findIdByEmail(reader: Reader, email: string): Promise<string | null> {
  return (await findAccountByEmail(reader, email.toLowerCase()))?.id ?? null;
}

async function findAccounts(reader: Reader, search: AccountSearch): Promise<Account[]> {
  const words = splitWords(search.q);
  if (!words.some((word) => word.length >= SHORTEST_INDEXED)) return searchByScan(reader, search, words);
  // Few matches are fastest to load and sort, many are fastest to find by walking from the newest. The planner cannot
  // know which applies, so count the matches up to a limit first.
  const few = await findIds(reader, words);
  return few === null ? searchByScan(reader, search, words) : searchByIds(reader, search, few);
}

/** Trigram indexes find parts of words from three characters on. */
const SHORTEST_INDEXED = 3;
/** This many rows can be read and sorted in a few milliseconds. */
const FEW = 500;
const MOST_WORDS = 6;

function splitWords(q = ''): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

async function findIds(reader: Reader, words: readonly string[]): Promise<string[] | null> {
  const rows = await reader
    .select({ id: account.id })
    .from(account)
    .where(and(isLive, ...words.map(contains)))
    .limit(FEW + 1);
  return rows.length > FEW ? null : rows.map(({ id }) => id);
}

async function searchByIds(
  reader: Reader,
  search: AccountSearch,
  ids: readonly string[],
): Promise<Account[]> {
  if (ids.length === 0) return [];
  return page(reader, search, [isAmong(account.id, ids)]);
}

async function searchByScan(
  reader: Reader,
  search: AccountSearch,
  words: readonly string[],
): Promise<Account[]> {
  return page(reader, search, words.map(contains));
}

async function page(reader: Reader, search: AccountSearch, conditions: readonly SQL[]): Promise<Account[]> {
  const { userType, after, before, limit, sort = 'newest' } = search;
  const column = sort === 'email' ? account.email : account.createdAt;
  const isDown = sort === 'newest';
  const order = isDown === (before === undefined) ? desc : asc;
  const [later, earlier] = isDown ? [sql`<`, sql`>`] : [sql`>`, sql`<`];
  return reader
    .select()
    .from(account)
    .where(
      and(
        isLive,
        userType && eq(account.role, userType),
        after === undefined
          ? undefined
          : sql`(${column}, ${account.id}) ${later} ${sortKeyOfAccount(column, after)}`,
        before === undefined
          ? undefined
          : sql`(${column}, ${account.id}) ${earlier} ${sortKeyOfAccount(column, before)}`,
        ...conditions,
      ),
    )
    .orderBy(order(column), order(account.id))
    .limit(limit);
}

const isLive = isNull(account.deletedAt);

function sortKeyOfAccount({ name }: { name: string }, id: string): SQL {
  return sql`((select ${sql.identifier(name)} from account where id = ${id}::uuid), ${id}::uuid)`;
}

function contains(word: string): SQL {
  return sql`${account.searchText} like '%' || lower(${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`;
}
