import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './action-box.module.css';
import { ErrorText } from '../states/error-text.tsx';

interface ActionBoxProps {
  name: string;
  isDone?: boolean;
  /** Screen readers announce it when it changes. */
  text: string;
  note?: string;
  problem?: string | null;
  children: ReactNode;
}

export function ActionBox({ name, isDone = false, text, note, problem = null, children }: ActionBoxProps) {
  return (
    <div className={classes.box}>
      <div className={classes.words}>
        <p className={classes.name}>
          {isDone ? <IconCheck size={18} aria-hidden /> : null}
          {name}
        </p>
        <p className={classes.text} aria-live="polite">
          {text}
        </p>
        {note === undefined ? null : <p className={classes.text}>{note}</p>}
        <ErrorText text={problem} />
      </div>
      {children}
    </div>
  );
}
