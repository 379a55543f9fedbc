import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Advertiser Dashboard · Promenade' }];

export { AdvertiserPage as default } from '#campaigns/web/advertiser-page.tsx';
