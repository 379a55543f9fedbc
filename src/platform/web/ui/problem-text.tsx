import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './problem-text.module.css';

/** Under what was just tried: what went wrong with it. Announced when it appears; null shows nothing. */
export function ProblemText({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={classes.problem} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      {text}
    </p>
  );
}
