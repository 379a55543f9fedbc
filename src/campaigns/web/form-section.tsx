import { type ReactNode, useId } from 'react';
import classes from './campaign-form.module.css';

/** A group of fields under a heading, named so for screen readers too. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 className={classes.heading} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
