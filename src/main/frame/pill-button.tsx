import type { ComponentProps } from 'react';
import classes from './pill.module.css';

type Tone = 'ember' | 'inverse' | 'plain';

/** For pages without the component library. Triggers a full page load. */
export function PillLink({
  tone = 'plain',
  className,
  children,
  ...props
}: ComponentProps<'a'> & { tone?: Tone }) {
  return (
    <a {...props} className={[classes.pill, className].filter(Boolean).join(' ')} data-tone={tone}>
      {children}
    </a>
  );
}

export function PillButton({ tone = 'ember', ...props }: ComponentProps<'button'> & { tone?: Tone }) {
  return <button type="button" {...props} className={classes.pill} data-tone={tone} />;
}
