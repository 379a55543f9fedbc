import { VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import classes from './rating-figure.module.css';

interface RatingFigureProps {
  rating: number;
  count: number;
}

export function RatingFigure({ rating, count }: RatingFigureProps) {
  if (count === 0) return <span className={classes.none}>{t('No ratings yet')}</span>;
  return (
    <span className={classes.figure}>
      <IconStarFilled size={16} aria-hidden />
      <b>{rating.toFixed(1)}</b>{' '}
      <span>({t('{count, plural, one {# rating} other {# ratings}}', { count })})</span>
    </span>
  );
}

export function Stars({ stars }: { stars: number }) {
  return (
    <span className={classes.stars}>
      <VisuallyHidden>{t('{stars} of 5 stars', { stars })}</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((star) => (
        <IconStarFilled size={18} data-is-on={star <= stars || undefined} key={star} aria-hidden />
      ))}
    </span>
  );
}
