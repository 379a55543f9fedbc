import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '#platform/web/ui/drawings/drawing.tsx';
import classes from './notice.module.css';

interface NoticeProps {
  drawing: DrawingName;
  title: string;
  text: ReactNode;
  hint?: string;
  children: ReactNode;
}

/** Works without the component library. */
export function Notice({ drawing, title, text, hint, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      <Drawing name={drawing} width={280} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
      {hint ? <p className={classes.hint}>{hint}</p> : null}
    </div>
  );
}
