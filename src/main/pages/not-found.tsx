import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { isPassing: true };

export const meta = (): MetaDescriptor[] => [{ title: '404 Page Not Found · Promenade' }];

export { NotFound as default } from '../frame/gates/not-found.tsx';
