import { type ReactNode, useId } from 'react';
import { t } from '#kernel/text.ts';
import classes from './campaign-form.module.css';
import { hasMissingTypeFields, typeFieldsText } from './form-fields.ts';

/** A group of fields under a heading, which also labels the group for screen readers. */
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

/** Shows one message for all missing fields of the campaign type. Each field also shows its own error. */
export function TypeFieldsError({ errors }: { errors: Readonly<Record<string, unknown>> }) {
  return hasMissingTypeFields(errors) ? <p className={classes.wrong}>{t(typeFieldsText)}</p> : null;
}
