import { IconStarFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '#kernel/text.ts';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { starLabels } from './rating-labels.ts';
import classes from './star-input.module.css';

interface StarInputProps {
  /** 0 before anything is chosen. */
  value: number;
  error: string | null;
  onChange: (stars: number) => void;
}

export function StarInput({ value, error, onChange }: StarInputProps) {
  const name = useId();
  const chosen = starLabels[value - 1];
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('Stars')}</legend>
      <div className={classes.stars}>
        {starLabels.map((_, index) => {
          const stars = index + 1;
          return (
            <label className={classes.star} data-is-on={stars <= value || undefined} key={stars}>
              <input
                type="radio"
                name={name}
                value={stars}
                checked={stars === value}
                aria-label={t('{stars, plural, one {# star} other {# stars}}', { stars })}
                onChange={() => onChange(stars)}
              />
              <IconStarFilled size={34} aria-hidden />
            </label>
          );
        })}
        <span className={classes.label} aria-live="polite">
          {chosen ? t(chosen) : ''}
        </span>
      </div>
      <ErrorText text={error} />
    </fieldset>
  );
}
