import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

/** A full-page message such as not found or access denied. Works without the component library. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
