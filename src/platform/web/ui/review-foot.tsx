import type { FormEvent, ReactNode } from 'react';
import classes from './review-foot.module.css';

interface ReviewFootProps {
  /** What is looked at, or entered, before it is decided. */
  children: ReactNode;
  /** The decision; null where there is none any more. */
  buttons: ReactNode;
  /** Where what is entered belongs to the decision. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/** Below what somebody handed in and an administrator decides. */
export function ReviewFoot({ children, buttons, onSubmit }: ReviewFootProps) {
  const parts = (
    <>
      {children}
      {buttons ? <ReviewButtons>{buttons}</ReviewButtons> : null}
    </>
  );
  if (!onSubmit) return <div className={classes.foot}>{parts}</div>;
  return (
    <form noValidate className={classes.foot} onSubmit={onSubmit}>
      {parts}
    </form>
  );
}

/** Buttons that belong together. */
export function ReviewButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
