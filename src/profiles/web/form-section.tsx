import { type ReactNode, useId } from 'react';
import classes from './form-section.module.css';

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

export function FieldColumns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}
