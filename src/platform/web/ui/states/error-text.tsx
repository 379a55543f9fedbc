import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './error-text.module.css';

/** Screen readers announce it when it appears. */
export function ErrorText({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={classes.problem} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      {text}
    </p>
  );
}
