import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { scriptFree: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Demo · Promenade' },
  {
    name: 'description',
    content: 'Try Promenade as a marketer or an advertiser without signing in.',
  },
];

export { DemoChooser as default } from '../public/demo-pages.tsx';
