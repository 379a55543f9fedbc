import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['marketer'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Payments · Promenade' }];

export { PaymentsPage as default } from '#payments/web/payments-page.tsx';
