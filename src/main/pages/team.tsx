import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { roles: ['advertiser'] };

export const meta = (): MetaDescriptor[] => [{ title: 'Team · Promenade' }];

export { TeamPage as default } from '#teams/web/team-page.tsx';
