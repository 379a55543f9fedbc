import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  /** Shown as the panel's h2. */
  title?: ReactNode;
  /** Beside the title: a badge, a link. */
  aside?: ReactNode;
  children: ReactNode;
  /** Panels in the side column stay in view while the form beside them scrolls. */
  sticky?: boolean;
  className?: string;
}

/** A bordered surface, the building block of every page. */
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

/** Two thirds for the form or the story, one third for what it comes to; one column on small screens. */
export function SplitPage({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  );
}
