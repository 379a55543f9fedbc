import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LegalPage } from '../public/legal-page.tsx';
import { privacyHighlights, privacySections, privacySummary } from '../public/privacy-content.ts';

export const handle: PageHandle = { withoutApp: true };

const TITLE = msg('Privacy Policy');
export const meta = pageMeta(TITLE, privacySummary);

export default function PrivacyPage() {
  return (
    <LegalPage
      title={TITLE}
      summary={privacySummary}
      highlights={privacyHighlights}
      sections={privacySections}
      scrolls
    />
  );
}
