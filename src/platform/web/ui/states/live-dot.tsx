import classes from './live-dot.module.css';

/** Without a `label` it is decoration, hidden from screen readers. */
export function LiveDot({ label }: { label?: string }) {
  return (
    <span
      className={classes.dot}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
