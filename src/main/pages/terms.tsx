import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LegalPage } from '../public/legal-page.tsx';
import { termsSections, termsSummary } from '../public/terms-content.ts';

export const handle: PageHandle = { withoutApp: true };

export const meta = pageMeta('Terms of Service', termsSummary);

export default function TermsPage() {
  return <LegalPage title="Terms of Service" summary={termsSummary} sections={termsSections} />;
}
