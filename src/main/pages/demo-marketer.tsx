import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { marketerDemo } from '../public/demo-content.ts';
import { DemoDashboardPage } from '../public/demo-pages.tsx';

export const handle: PageHandle = { scriptFree: true };

export const meta = pageMeta('Marketer demo', marketerDemo.intro);

export default function DemoMarketerPage() {
  return <DemoDashboardPage demo={marketerDemo} />;
}
