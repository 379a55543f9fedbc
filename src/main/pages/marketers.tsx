import { formatTier } from '#campaigns/web/campaign-labels.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { MarketersPage } from '#profiles/web/marketers/marketers-page.tsx';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = pageMeta('Browse Marketers');

export default function BrowseMarketers() {
  return <MarketersPage formatTier={formatTier} />;
}
