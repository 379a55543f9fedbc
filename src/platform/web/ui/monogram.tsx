import { getInitials, getTint } from './initials.ts';
import classes from './monogram.module.css';

interface MonogramProps {
  name: string;
  /** Width and height in pixels. */
  size?: number;
  /** Round for people, square for companies. */
  shape?: 'round' | 'square';
  imageUrl?: string | null;
}

/**
 * Shows a picture, or initials in the name's tint. Hidden from screen readers, because the name is shown
 * beside it.
 */
export function Monogram({ name, size = 44, shape = 'square', imageUrl }: MonogramProps) {
  const style = { width: size, height: size, fontSize: size * 0.36 };
  if (imageUrl)
    return <img className={classes.monogram} data-shape={shape} style={style} src={imageUrl} alt="" />;
  return (
    <span className={classes.monogram} data-shape={shape} data-tint={getTint(name)} style={style} aria-hidden>
      {getInitials(name)}
    </span>
  );
}
