import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['admin'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Admin Panel · Promenade' }];

export { AdminPage as default } from '#admin/web/admin-page.tsx';
