import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './action-box.module.css';
import { ProblemText } from './problem-text.tsx';

interface ActionBoxProps {
  name: string;
  /** With a tick before its name. */
  isDone?: boolean;
  /** What is so now or happens now; announced when it changes. */
  text: string;
  /** What does not change. */
  note?: string;
  problem?: string | null;
  /** The one thing to do about it: a button. */
  children: ReactNode;
}

/** A part of a form that is done by a button of its own: what it is, what came of it, the button. */
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
        <ProblemText text={problem} />
      </div>
      {children}
    </div>
  );
}
