import { lazy, Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import { t } from '#kernel/text.ts';
import type { PageHandle } from '#platform/web/page.ts';
import { useIsPrerendering } from '../frame/prerendering.ts';
import { landing } from '../public/landing/landing-content.ts';
import { LandingPage } from '../public/landing/landing-page.tsx';

export const handle: PageHandle = { withoutApp: true };

export const meta = (): MetaDescriptor[] => [
  { title: t(landing.title) },
  { name: 'description', content: t(landing.description) },
];

// Lazy, so that the prerendered landing page does not load the app's styles.
const Home = lazy(() => import('../frame/home.tsx'));

export default function HomePage() {
  if (useIsPrerendering()) return <LandingPage />;
  return (
    <Suspense>
      <Home landing={<LandingPage />} />
    </Suspense>
  );
}
