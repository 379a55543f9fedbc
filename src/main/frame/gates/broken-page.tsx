import { isRouteErrorResponse, useRouteError } from 'react-router';
import { t } from '#kernel/text.ts';
import NotFound from './not-found.tsx';
import { Notice } from '../notice.tsx';
import { PillButton, PillLink } from '../pill-button.tsx';

export function BrokenPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <Notice
      drawing="lost"
      title={t('Something went wrong')}
      text={t('This is our fault, and your data is safe. Reload the page, or go to the home page.')}
    >
      <PillButton onClick={() => window.location.reload()}>{t('Reload page')}</PillButton>
      <PillLink href="/">{t('Go to home page')}</PillLink>
    </Notice>
  );
}
