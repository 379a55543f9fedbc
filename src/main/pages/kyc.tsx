import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['marketer', 'advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'KYC & Compliance · Promenade' }];

export { KycPage as default } from '#kyc/web/kyc-page.tsx';
