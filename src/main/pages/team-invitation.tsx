import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true, givesType: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Invitation to a team · Promenade' }];

export { InvitationPage as default } from '#teams/web/invitation-page.tsx';
