import type { MetaDescriptor } from 'react-router';

export const meta = (): MetaDescriptor[] => [{ title: 'Campaign Marketplace · Promenade' }];

export { MarketplacePage as default } from '#applications/web/marketplace/marketplace-page.tsx';
