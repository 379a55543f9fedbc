import type { ReactNode } from 'react';
import classes from './row-list.module.css';

interface RowListProps {
  /** The list's accessible name, if no heading names it. */
  label?: string;
  children: ReactNode;
}

/** A list of rows with lines between them. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  /** An icon or monogram before the text. */
  picture?: ReactNode;
  /** The name, with badges. */
  name: ReactNode;
  detail: ReactNode;
  /** Lets a control refer to the detail with aria-describedby. */
  detailId?: string;
  /** More content below the detail. */
  below?: ReactNode;
  /** State and buttons beside the text. */
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
