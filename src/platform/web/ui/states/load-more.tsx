import { Button } from '@mantine/core';
import { t } from '#kernel/text.ts';
import classes from './load-more.module.css';

export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

export function LoadMore({ of: pages }: { of: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={classes.more}>
      {pages.isFetchNextPageError ? <p role="alert">{t('Could not load more. Please try again.')}</p> : null}
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {t('Show more')}
      </Button>
    </div>
  );
}
