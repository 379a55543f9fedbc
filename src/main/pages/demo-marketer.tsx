import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import '../pages.tsx';
import { DemoPage } from '../demo/demo-page.tsx';
import { MarketerDemo } from '../demo/marketer-demo.tsx';
import { appPages } from '../public-paths-contract.ts';

export const handle: PageHandle = { visitors: true };

export const meta = pageMeta(appPages['demo-marketer'].title, appPages['demo-marketer'].description);

export default function DemoMarketerPage() {
  return (
    <DemoPage>
      <MarketerDemo />
    </DemoPage>
  );
}
