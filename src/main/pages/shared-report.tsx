import { useLocation } from 'react-router';
import { msg } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { SharedReport } from '#reports/web/shared-report.tsx';
import { PublicPage } from '../public/public-page.tsx';
import classes from './shared-report.module.css';

export const handle: PageHandle = { visitors: true };
export const meta = () => [...pageMeta(msg('Campaign report'))(), { name: 'robots', content: 'noindex' }];

/** The browser never sends the fragment (#token), so it is in no log. */
export default function SharedReportPage() {
  const { hash } = useLocation();
  return (
    <PublicPage>
      <div className={classes.page}>
        <SharedReport token={hash.slice(1)} />
      </div>
    </PublicPage>
  );
}
