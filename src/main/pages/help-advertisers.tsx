import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { help } from '../public/help/help-content.ts';
import { HelpPage } from '../public/help/help-page.tsx';

export const handle: PageHandle = { withoutApp: true, visitors: true };

export const meta = pageMeta(help.advertisers.title, help.advertisers.summary);

export default function HelpForAdvertisers() {
  return <HelpPage document={help.advertisers} />;
}
