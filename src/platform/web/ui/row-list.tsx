import type { ReactNode } from 'react';
import classes from './row-list.module.css';

interface RowListProps {
  /** Its name, where no heading says the same. */
  label?: string;
  children: ReactNode;
}

/** Things below each other in a panel, a line between them. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  /** Before the words: an icon, a monogram. */
  picture?: ReactNode;
  /** What it is, and badges about it. */
  name: ReactNode;
  detail: ReactNode;
  /** By which a control beside it can name the detail as its description. */
  detailId?: string;
  /** What else there is to say, below the detail. */
  below?: ReactNode;
  /** Beside the words: its state, what can be done. */
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
