import type { MetaDescriptor } from 'react-router';

export const meta = (): MetaDescriptor[] => [{ title: 'Profile · Promenade' }];

export { ProfilePage as default } from '#profiles/web/profile-page.tsx';
