import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LegalPage } from '../public/legal-page.tsx';
import { termsSections, termsSummary } from '../public/terms-content.ts';

export const handle: PageHandle = { withoutApp: true };

const TITLE = msg('Terms of Service');
export const meta = pageMeta(TITLE, termsSummary);

export default function TermsPage() {
  return <LegalPage title={TITLE} summary={termsSummary} sections={termsSections} />;
}
