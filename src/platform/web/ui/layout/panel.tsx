import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  sticky?: boolean;
  className?: string;
}

export function Panel({ title, aside, children, sticky = false, className }: PanelProps) {
  return (
    <section
      className={[classes.panel, className].filter(Boolean).join(' ')}
      data-sticky={sticky || undefined}
    >
      {title || aside ? (
        <div className={classes.top}>
          {title ? <h2 className={classes.title}>{title}</h2> : null}
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}

export function SplitPage({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  );
}
