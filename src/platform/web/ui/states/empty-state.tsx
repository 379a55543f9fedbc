import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../drawings/drawing.tsx';
import classes from './states.module.css';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  drawing?: DrawingName;
  action?: ReactNode;
  /** Two lines inside a panel, where the panel's title already says what is missing. */
  isSmall?: boolean;
}

export function EmptyState({ title, text, icon, drawing, action, isSmall = false }: EmptyStateProps) {
  return (
    <output className={classes.state} data-framed={!isSmall || undefined} data-small={isSmall || undefined}>
      {drawing ? <Drawing name={drawing} /> : null}
      {icon && !drawing ? (
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
