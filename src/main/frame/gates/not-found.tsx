import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Notice } from '../notice.tsx';
import { PillLink } from '../pill-button.tsx';

export const handle: PageHandle = { visitors: true };
export const meta = pageMeta(msg('404 Page Not Found'));

export default function NotFound() {
  return (
    <Notice
      drawing="lost"
      title={t('404 Page Not Found')}
      text={t('There is nothing at this address. The link may be old or mistyped.')}
      hint={t('Did you forget to add the page to the router?')}
    >
      <PillLink href="/" tone="ember">
        {t('Go to home page')}
      </PillLink>
      <PillLink href="/marketplace">{t('Browse campaigns')}</PillLink>
    </Notice>
  );
}
