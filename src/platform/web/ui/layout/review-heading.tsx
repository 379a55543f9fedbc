import type { ReactNode } from 'react';
import classes from './review-heading.module.css';

interface ReviewHeadingProps {
  picture?: ReactNode;
  title: ReactNode;
  facts: readonly (string | null | undefined)[];
  badge: ReactNode;
}

export function ReviewHeading({ picture, title, facts, badge }: ReviewHeadingProps) {
  return (
    <div className={classes.heading}>
      {picture}
      <div className={classes.words}>
        <div className={classes.top}>
          <h2 className={classes.title}>{title}</h2>
          {badge}
        </div>
        <p className={classes.facts}>
          {facts.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
    </div>
  );
}
