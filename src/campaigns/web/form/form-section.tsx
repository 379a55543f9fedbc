import { type ReactNode, useId } from 'react';
import { t } from '#kernel/text.ts';
import classes from './campaign-form.module.css';
import { hasMissingTypeFields, typeFieldsText } from './form-fields.ts';

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

export function TypeFieldsError({ errors }: { errors: Readonly<Record<string, unknown>> }) {
  return hasMissingTypeFields(errors) ? <p className={classes.wrong}>{t(typeFieldsText)}</p> : null;
}
