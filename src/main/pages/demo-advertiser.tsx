import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';
import { advertiserDemo } from '../public/demo-content.ts';
import { DemoDashboardPage } from '../public/demo-pages.tsx';

export const handle: PageHandle = { scriptFree: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Advertiser demo · Promenade' },
  { name: 'description', content: advertiserDemo.intro },
];

export default function DemoAdvertiserPage() {
  return <DemoDashboardPage demo={advertiserDemo} />;
}
