import { Button } from '@mantine/core';
import { t } from '#kernel/text.ts';
import classes from './load-more.module.css';

/** The paging state of an infinite query. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Shows a button for the next page, or nothing on the last page. */
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
