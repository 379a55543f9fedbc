import classes from './monogram.module.css';

const TINTS = 6;

interface MonogramProps {
  name: string;
  /** In pixels. */
  size?: number;
  shape?: 'round' | 'square';
  imageUrl?: string | null | undefined;
  onError?: () => void;
}

/** Hidden from screen readers, because the name is shown beside it. */
export function Monogram({ name, size = 44, shape = 'square', imageUrl, onError }: MonogramProps) {
  const style = { width: size, height: size, fontSize: size * 0.36 };
  if (imageUrl)
    return (
      <img
        className={classes.monogram}
        data-shape={shape}
        style={style}
        src={imageUrl}
        alt=""
        loading="lazy"
        onError={onError}
      />
    );
  return (
    <span className={classes.monogram} data-shape={shape} data-tint={getTint(name)} style={style} aria-hidden>
      {getInitials(name)}
    </span>
  );
}

/** Returns 'AL' for 'Ada Lovelace', 'P' for 'Promenade', 'TC' for 'the blue door café', and '?' for ''. */
export function getInitials(name: string): string {
  const words = name.split(/[\s@.]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (firstLetter(first) + (last ? firstLetter(last) : '')).toUpperCase();
}

/** Returns 1 to 6, always the same for the same name. */
export function getTint(name: string): number {
  let hash = 0;
  for (const letter of name.trim().toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (hash % TINTS) + 1;
}

function firstLetter(word: string): string {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '';
}
