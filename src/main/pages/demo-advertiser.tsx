import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import '../pages.tsx';
import { AdvertiserDemo } from '../demo/advertiser-demo.tsx';
import { DemoPage } from '../demo/demo-page.tsx';
import { appPages } from '../public-paths-contract.ts';

export const handle: PageHandle = { visitors: true };

export const meta = pageMeta(appPages['demo-advertiser'].title, appPages['demo-advertiser'].description);

export default function DemoAdvertiserPage() {
  return (
    <DemoPage>
      <AdvertiserDemo />
    </DemoPage>
  );
}
