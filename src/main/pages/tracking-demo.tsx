import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Live tracking demo · Promenade' },
  {
    name: 'description',
    content: 'See a simulated walk as the marketer and the advertiser, without signing in.',
  },
];

export { TrackingDemoPage as default } from '../public/tracking-demo-page.tsx';
