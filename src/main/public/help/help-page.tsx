import { useIsPrerendering } from '../../frame/prerendering.ts';
import { PublicFactsProvider } from '../public-facts.tsx';
import { PublicPage } from '../public-page.tsx';
import { HelpArticle } from './help-article.tsx';
import type { HelpDocument } from './help-document.ts';
import classes from './help-page.module.css';

/** Visitors get it without scripts. In the app, it is within the app's frame, so that users find their way back. */
export function HelpPage({ document }: { document: HelpDocument }) {
  const article = <HelpArticle document={document} />;
  if (!useIsPrerendering()) return <PublicFactsProvider>{article}</PublicFactsProvider>;
  return (
    <PublicPage>
      <div className={classes.page}>{article}</div>
    </PublicPage>
  );
}
