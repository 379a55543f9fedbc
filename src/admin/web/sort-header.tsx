import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './admin.module.css';

export type Direction = 'ascending' | 'descending';

interface SortHeaderProps {
  label: string;
  /** Null if the rows are sorted by another column. */
  direction: Direction | null;
  className?: string | undefined;
  onSort: () => void;
}

export function SortHeader({ label, direction, className, onSort }: SortHeaderProps) {
  const Icon = direction === null ? IconArrowsSort : direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" className={className} aria-sort={direction ?? undefined}>
      <button
        type="button"
        className={classes.sort}
        data-on={direction !== null || undefined}
        onClick={onSort}
      >
        {label}
        <Icon size={16} aria-hidden />
      </button>
    </th>
  );
}

type Keys<Row, Column extends string> = Record<Column, (row: Row) => string | number>;

/** For tables that have all their rows. A header sorts first up, then down, and then restores the server's order. */
export function useSortedRows<Row, Column extends string>(rows: readonly Row[], keys: Keys<Row, Column>) {
  const [sort, setSort] = useState<{ column: Column; direction: Direction } | null>(null);
  const sortBy = (column: Column) =>
    setSort(
      sort?.column !== column
        ? { column, direction: 'ascending' }
        : sort.direction === 'ascending'
          ? { column, direction: 'descending' }
          : null,
    );
  return {
    rows: sort ? sortRows(rows, keys[sort.column], sort.direction) : rows,
    header: (column: Column) => ({
      direction: sort?.column === column ? sort.direction : null,
      onSort: () => sortBy(column),
    }),
  };
}

function sortRows<Row>(
  rows: readonly Row[],
  key: (row: Row) => string | number,
  direction: Direction,
): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
}
