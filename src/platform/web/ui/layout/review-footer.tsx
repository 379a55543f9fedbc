import type { FormEvent, ReactNode } from 'react';
import classes from './review-foot.module.css';

interface ReviewFootProps {
  children: ReactNode;
  buttons: ReactNode;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

export function ReviewFooter({ children, buttons, onSubmit }: ReviewFootProps) {
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

export function ReviewButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
