import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { getHelp } from '../public/help/help-content.ts';
import { HelpPage } from '../public/help/help-page.tsx';

export const handle: PageHandle = { withoutApp: true, visitors: true };

export const meta = () => {
  const { title, summary } = getHelp().marketers;
  return pageMeta(title, summary)();
};

export default function HelpForMarketers() {
  return <HelpPage document={getHelp().marketers} />;
}
