import type { MetaDescriptor } from 'react-router';
import { tierName } from '#campaigns/web/campaign-labels.ts';
import { MarketersPage } from '#profiles/web/marketers/marketers-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Browse Marketers · Promenade' }];

export default function BrowseMarketers() {
  return <MarketersPage tierName={tierName} />;
}
