import { IconStarFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { starLabels } from './rating-labels.ts';
import classes from './star-input.module.css';

interface StarInputProps {
  /** 0 before anything is chosen. */
  value: number;
  error: string | null;
  onChange: (stars: number) => void;
}

/** One to five stars, as radio buttons: arrow keys choose. */
export function StarInput({ value, error, onChange }: StarInputProps) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Stars</legend>
      <div className={classes.stars}>
        {starLabels.map((label, index) => {
          const stars = index + 1;
          return (
            <label className={classes.star} data-is-on={stars <= value || undefined} key={label}>
              <input
                type="radio"
                name={name}
                value={stars}
                checked={stars === value}
                aria-label={stars === 1 ? '1 star' : `${stars} stars`}
                aria-invalid={error !== null || undefined}
                onChange={() => onChange(stars)}
              />
              <IconStarFilled size={34} aria-hidden />
            </label>
          );
        })}
        <span className={classes.label} aria-live="polite">
          {starLabels[value - 1] ?? ''}
        </span>
      </div>
      <ErrorText text={error} />
    </fieldset>
  );
}
