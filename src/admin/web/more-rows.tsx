import { Button } from '@mantine/core';
import classes from './money.module.css';

interface MoreRowsProps {
  of: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
}

/** The way to the next page, where there is one. */
export function MoreRows({ of: pages }: MoreRowsProps) {
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
