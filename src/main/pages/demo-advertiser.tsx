import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { advertiserDemo } from '../public/demo-content.ts';
import { DemoDashboardPage } from '../public/demo-pages.tsx';

export const handle: PageHandle = { scriptFree: true };

export const meta = pageMeta('Advertiser demo', advertiserDemo.intro);

export default function DemoAdvertiserPage() {
  return <DemoDashboardPage demo={advertiserDemo} />;
}
