import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Live tracking demo · Promenade' },
  {
    name: 'description',
    content: 'A simulated walk on the marketer’s tracker and on the advertiser’s map, without signing in.',
  },
];

export { TrackingDemoPage as default } from '../public/tracking-demo-page.tsx';
