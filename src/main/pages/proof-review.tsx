import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Review proofs · Promenade' }];

export { ProofReviewPage as default } from '#proofs/web/proof-review-page.tsx';
