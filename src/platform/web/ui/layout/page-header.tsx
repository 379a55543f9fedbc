import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** A short line above the title, such as the section or the owner. */
  eyebrow?: ReactNode;
  description?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** The top of every app page, with its only h1. */
export function PageHeader({ title, eyebrow, description, back, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back ? (
          <Link className={classes.back} to={back.to}>
            <IconArrowLeft size={18} aria-hidden />
            {back.label}
          </Link>
        ) : null}
        {eyebrow ? <p className={classes.eyebrow}>{eyebrow}</p> : null}
        <h1 className={classes.title}>{title}</h1>
        {description ? <div className={classes.description}>{description}</div> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
