import { initialsOf, tintOf } from './initials.ts';
import classes from './monogram.module.css';

interface MonogramProps {
  name: string;
  /** Edge in pixels. */
  size?: number;
  /** People are round, companies are not. */
  shape?: 'round' | 'square';
  imageUrl?: string | null;
}

/** Initials in one of six tints that belong to the name, or its picture. Decoration: the name stands beside it. */
export function Monogram({ name, size = 44, shape = 'square', imageUrl }: MonogramProps) {
  const style = { width: size, height: size, fontSize: size * 0.36 };
  if (imageUrl)
    return <img className={classes.monogram} data-shape={shape} style={style} src={imageUrl} alt="" />;
  return (
    <span className={classes.monogram} data-shape={shape} data-tint={tintOf(name)} style={style} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}
