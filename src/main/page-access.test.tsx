import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it, test } from 'vitest';
import type { PageHandle } from '#platform/web/page.ts';
import { type Access, decideAccess } from './frame/gates/access.ts';
import routes from './routes.ts';

const modules = import.meta.glob<{ handle?: PageHandle }>(['./*/**/*.tsx', '../*/web/**/*.tsx']);

interface Page {
  path: string;
  file: string;
  /** Inside the app's frame, which checks access. */
  isGuarded: boolean;
}

const listPages = (entries: readonly RouteConfigEntry[], isGuarded = false): Page[] =>
  entries.flatMap(({ path, file, index, children = [] }) => [
    ...(path || index ? [{ path: `/${path ?? ''}`, file, isGuarded }] : []),
    ...listPages(children, true),
  ]);
const pages = listPages(routes);

const users = [
  null,
  { userType: null },
  { userType: 'marketer' },
  { userType: 'advertiser' },
  { userType: 'admin' },
] as const;

async function readAccess({ file, isGuarded }: Page): Promise<Access[]> {
  if (!isGuarded) return users.map(() => 'show');
  const { handle = {} } = (await modules[file.startsWith('../') ? file : `./${file}`]?.()) ?? {};
  return users.map((user) => decideAccess(user, handle));
}

const always: Access[] = ['show', 'show', 'show', 'show', 'show'];
const signedIn: Access[] = ['sign-in', 'selection', 'show', 'show', 'show'];
const onlyMarketers: Access[] = ['sign-in', 'selection', 'show', 'denied', 'denied'];
const onlyAdvertisers: Access[] = ['sign-in', 'selection', 'denied', 'show', 'denied'];
const bothSides: Access[] = ['sign-in', 'selection', 'show', 'show', 'denied'];
const onlyAdmins: Access[] = ['sign-in', 'selection', 'denied', 'denied', 'show'];

const table: Record<string, Access[]> = {
  '/': always,
  '/terms': always,
  '/privacy': always,
  '/help': always,
  '/help/marketers': always,
  '/help/advertisers': always,
  '/demo': always,
  '/demo-marketer': always,
  '/demo-advertiser': always,
  '/tracking-demo': always,
  '/shared-report': always,
  '/auth/signin': always,
  '/auth/email-confirmation': always,
  '/user-type-selection': signedIn,
  '/change-user-type': always,
  '/advertiser': onlyAdvertisers,
  '/create-campaign': ['show', 'selection', 'denied', 'show', 'denied'],
  '/campaigns/:id': always,
  '/proof-review': onlyAdvertisers,
  '/proofs/:id/tip': onlyAdvertisers,
  '/disputes/:id': signedIn,
  '/team': onlyAdvertisers,
  '/team/invitation': always,
  '/campaign/:id/payment': onlyAdvertisers,
  '/payment-history': onlyAdvertisers,
  '/marketer': ['show', 'selection', 'show', 'denied', 'denied'],
  '/applications': onlyMarketers,
  '/marketplace': signedIn,
  '/marketers': onlyAdvertisers,
  '/messages/:id?': bothSides,
  '/payments': onlyMarketers,
  '/payments/year': onlyMarketers,
  '/kyc': signedIn,
  '/profile': signedIn,
  '/notifications': signedIn,
  '/settings': signedIn,
  '/admin': onlyAdmins,
  '/map-test': always,
  '/*': always,
};

it('every page is in the table', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(table).toSorted());
});

test.each(pages.map((page) => [page.path, page] as const))(
  '%s is for the users of the table',
  async (_, page) => {
    expect(await readAccess(page)).toEqual(table[page.path]);
  },
);
