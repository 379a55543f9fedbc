import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';
import { LegalPage } from '../public/legal-page.tsx';
import { privacySections, privacySummary } from '../public/privacy-content.ts';

export const handle: PageHandle = { scriptFree: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Privacy Policy · Promenade' },
  { name: 'description', content: privacySummary },
];

export default function PrivacyPage() {
  return <LegalPage title="Privacy Policy" summary={privacySummary} sections={privacySections} scrolls />;
}
