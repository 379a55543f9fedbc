import classes from './live-dot.module.css';

/** A slowly breathing dot for what happens now. With `label` it speaks for itself, without it is decoration. */
export function LiveDot({ label }: { label?: string }) {
  return (
    <span
      className={classes.dot}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
