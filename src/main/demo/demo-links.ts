import { appPages, prerenderedPaths } from '../public-paths-contract.ts';
import { namesSample } from './sample-ids.ts';

/** Visitors may also fill in the form of a campaign. */
const openPaths = new Set(
  [...prerenderedPaths, ...Object.keys(appPages), 'create-campaign'].map((path) => `/${path}`),
);

/** Pages open to visitors, real campaigns, links within the page, and other sites. */
export function isOpenToVisitors(link: URL, here: URL): boolean {
  if (link.origin !== here.origin) return true;
  if (namesSample(link.href)) return false;
  const { pathname } = link;
  return openPaths.has(pathname) || /^\/(?:auth|campaigns)\//.test(pathname) || pathname === here.pathname;
}
