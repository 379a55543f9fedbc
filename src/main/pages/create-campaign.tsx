import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true, roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Create a campaign · Promenade' }];

export { CreateCampaignPage as default } from '#campaigns/web/form/create-campaign-page.tsx';
