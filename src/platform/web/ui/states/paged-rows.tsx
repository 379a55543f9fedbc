import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingState } from './loading-state.tsx';
import { LoadMore, type Pages } from './load-more.tsx';

interface PagedRowsProps<Row> {
  of: Pages & { error: unknown; refetch: () => unknown };
  rows: readonly Row[] | undefined;
  loadingText?: string;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

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
      <LoadMore of={pages} />
    </>
  );
}
