import type { MetaDescriptor } from 'react-router';

export const meta = (): MetaDescriptor[] => [{ title: '404 Page Not Found · Promenade' }];

export { NotFound as default } from '../frame/not-found.tsx';
