import { lazy, Suspense } from 'react';
import { useIsPrerendering } from '../../frame/prerendering.ts';
import { PublicPage } from '../public-page.tsx';
import { HelpArticle } from './help-article.tsx';
import type { HelpDocument } from './help-document.ts';
import classes from './help-page.module.css';

// Lazy, so that the prerendered page does not load the app's styles.
const Frame = lazy(() => import('../../frame/frame.tsx').then((module) => ({ default: module.Frame })));

/** Visitors get a page without scripts. In the app, the header stays, so that users find their way back. */
export function HelpPage({ document }: { document: HelpDocument }) {
  const article = <HelpArticle document={document} />;
  if (useIsPrerendering()) {
    return (
      <PublicPage>
        <div className={classes.page}>{article}</div>
      </PublicPage>
    );
  }
  return (
    <Suspense>
      <Frame>{article}</Frame>
    </Suspense>
  );
}
