import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';
import { marketerDemo } from '../public/demo-content.ts';
import { DemoDashboardPage } from '../public/demo-pages.tsx';

export const handle: PageHandle = { scriptFree: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Marketer demo · Promenade' },
  { name: 'description', content: marketerDemo.intro },
];

export default function DemoMarketerPage() {
  return <DemoDashboardPage demo={marketerDemo} />;
}
