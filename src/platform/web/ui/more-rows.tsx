import { Button } from '@mantine/core';
import classes from './more-rows.module.css';

/** What an infinite query says of the pages that have not come yet. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The way to the next page, where there is one. */
export function MoreRows({ of: pages }: { of: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={classes.more}>
      {pages.isFetchNextPageError ? <p role="alert">More could not be loaded. Please try again.</p> : null}
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
