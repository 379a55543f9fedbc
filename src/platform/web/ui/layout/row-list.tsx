import type { ReactNode } from 'react';
import classes from './row-list.module.css';

interface RowListProps {
  label?: string;
  children: ReactNode;
}

export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  picture?: ReactNode;
  name: ReactNode;
  detail: ReactNode;
  detailId?: string;
  below?: ReactNode;
  children?: ReactNode;
}

export function Row({ picture, name, detail, detailId, below, children }: RowProps) {
  return (
    <li className={classes.row}>
      {picture}
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail} id={detailId}>
          {detail}
        </p>
        {below}
      </div>
      {children}
    </li>
  );
}
