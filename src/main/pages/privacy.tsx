import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LegalPage } from '../public/legal-page.tsx';
import { privacyHighlights, privacySections, privacySummary } from '../public/privacy-content.ts';

export const handle: PageHandle = { withoutApp: true };

export const meta = pageMeta('Privacy Policy', privacySummary);

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary={privacySummary}
      highlights={privacyHighlights}
      sections={privacySections}
      scrolls
    />
  );
}
