import type { ReactNode } from 'react';
import classes from './states.module.css';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  return (
    <output className={classes.state} data-framed>
      {icon ? (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      ) : null}
      <span className={classes.title}>{title}</span>
      {text ? <span className={classes.text}>{text}</span> : null}
      {action ? <span className={classes.action}>{action}</span> : null}
    </output>
  );
}
