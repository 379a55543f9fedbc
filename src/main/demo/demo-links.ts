import { namesSample } from './sample-ids.ts';

const openPaths = new Set([
  '/',
  '/create-campaign',
  '/demo',
  '/demo-advertiser',
  '/demo-marketer',
  '/privacy',
  '/terms',
  '/tracking-demo',
]);

/**
 * Returns true if a visitor can follow the link from a demo: to a page open to visitors, to a real campaign, within
 * the page, or to another site.
 */
export function isOpenToVisitors(link: URL, here: URL): boolean {
  if (link.origin !== here.origin) return true;
  if (namesSample(link.href)) return false;
  const { pathname } = link;
  return openPaths.has(pathname) || /^\/(?:auth|campaigns)\//.test(pathname) || pathname === here.pathname;
}
