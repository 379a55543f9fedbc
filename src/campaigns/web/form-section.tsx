import { type ReactNode, useId } from 'react';
import classes from './campaign-form.module.css';
import { lacksTypeFields, typeFieldsText } from './form-fields.ts';

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

/** Once for all fields that only this type of campaign has; under each of them stands what is wrong with it. */
export function TypeFieldsError({ errors }: { errors: Readonly<Record<string, unknown>> }) {
  return lacksTypeFields(errors) ? <p className={classes.wrong}>{typeFieldsText}</p> : null;
}
