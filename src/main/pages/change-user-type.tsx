import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Change user type · Promenade' }];

export { ChangeTypePage as default } from '#auth/web/account/change-type-page.tsx';
