import type { ComponentProps } from 'react';
import classes from './pill.module.css';

type Tone = 'ember' | 'inverse' | 'plain';

/** The product's button as a plain link, for pages that are drawn without the component library. Loads the page anew. */
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
