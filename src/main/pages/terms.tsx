import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';
import { LegalPage } from '../public/legal-page.tsx';
import { termsSections, termsSummary } from '../public/terms-content.ts';

export const handle: PageHandle = { scriptFree: true };

export const meta = (): MetaDescriptor[] => [
  { title: 'Terms of Service · Promenade' },
  { name: 'description', content: termsSummary },
];

export default function TermsPage() {
  return <LegalPage title="Terms of Service" summary={termsSummary} sections={termsSections} />;
}
