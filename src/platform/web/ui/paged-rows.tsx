import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingState } from './loading-state.tsx';
import { MoreRows, type Pages } from './more-rows.tsx';

interface PagedRowsProps<Row> {
  of: Pages & { error: unknown; refetch: () => unknown };
  /** Of all the pages that are there; undefined before the first has come. */
  rows: readonly Row[] | undefined;
  loadingText?: string;
  /** Stands where there is no row. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Rows that come page by page, from the wait for the first to the way to the next. */
export function PagedRows<Row>({ of: pages, rows, loadingText, empty, children }: PagedRowsProps<Row>) {
  if (!rows) {
    return pages.error ? (
      <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <LoadingState text={loadingText} />
    );
  }
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      <MoreRows of={pages} />
    </>
  );
}
