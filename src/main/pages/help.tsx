import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { help } from '../public/help/help-content.ts';
import { HelpPage } from '../public/help/help-page.tsx';

export const handle: PageHandle = { withoutApp: true, visitors: true };

export const meta = pageMeta(help.general.title, help.general.summary);

export default function Help() {
  return <HelpPage document={help.general} />;
}
