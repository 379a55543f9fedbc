import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  eyebrow?: ReactNode;
  description?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  picture?: ReactNode;
  /** On a phone, leaves more room for an opened part of the page: a smaller title, and no actions. */
  isCompact?: boolean;
}

export function PageHeader({
  title,
  eyebrow,
  description,
  back,
  actions,
  picture,
  isCompact = false,
}: PageHeaderProps) {
  const names = (
    <>
      {eyebrow ? <p className={classes.eyebrow}>{eyebrow}</p> : null}
      <h1 className={classes.title}>{title}</h1>
      {description ? <div className={classes.description}>{description}</div> : null}
    </>
  );
  return (
    <header className={classes.header} data-compact={isCompact || undefined}>
      <div className={classes.words}>
        {back ? (
          <Link className={classes.back} to={back.to}>
            <IconArrowLeft size={18} aria-hidden />
            {back.label}
          </Link>
        ) : null}
        {picture ? (
          <div className={classes.named}>
            {picture}
            <div className={classes.names}>{names}</div>
          </div>
        ) : (
          names
        )}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
