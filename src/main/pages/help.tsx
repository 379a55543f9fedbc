import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { getHelp } from '../public/help/help-content.ts';
import { HelpPage } from '../public/help/help-page.tsx';

export const handle: PageHandle = { withoutApp: true, visitors: true };

export const meta = () => {
  const { title, summary } = getHelp().general;
  return pageMeta(title, summary)();
};

export default function Help() {
  return <HelpPage document={getHelp().general} />;
}
