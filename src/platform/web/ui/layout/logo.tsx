import classes from './logo.module.css';

interface LogoProps {
  size?: number;
  /** Below 360 pixels, only screen readers get the name. */
  folds?: boolean;
}

export function Logo({ size = 30, folds = false }: LogoProps) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={folds ? classes.folding : undefined}>Promenade</span>
    </span>
  );
}

export function LogoMark({ size }: { size: number }) {
  return (
    <svg className={classes.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="9" fill="#cf3a0f" />
      <path
        d="M11 24.5V9.2h5.6a4.9 4.9 0 0 1 0 9.8H15"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="21.6" cy="23.4" r="2.3" fill="#fff" />
    </svg>
  );
}
