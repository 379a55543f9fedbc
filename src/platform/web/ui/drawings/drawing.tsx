import type { ReactNode } from 'react';
import classes from './drawing.module.css';

/**
 * All drawings are on the same ground of 160 by 112. `classes.paper` covers the lines behind it, and `classes.accent`
 * is the one spot of color in each.
 */
const drawings = {
  lost: (
    <>
      <path d="M80 100V22" />
      <path className={classes.paper} d="M86 30H50l-11 9.5 11 9.5h36ZM74 57h36l11 9.5-11 9.5H74Z" />
      <path d="M59 36.5c.5-3.5 6.5-3.5 6.5.3 0 2.7-3.2 2.7-3.2 4.7M62.3 44.5v.2M88 66.5h14" />
      <path className={classes.route} d="M80 100c-18 0-22-12-38-12-10 0-14 4-20 8" />
      <circle className={classes.accent} cx="18" cy="92" r="4" />
    </>
  ),
  closed: (
    <>
      <path className={classes.paper} d="M56 100V38a24 24 0 0 1 48 0v62Z" />
      <path d="M80 15v85M66 56h6M88 56h6" />
      <rect className={classes.accent} x="73" y="60" width="14" height="12" rx="3" />
      <path d="M76 60v-3a4 4 0 0 1 8 0v3M34 100V68M126 100V68M28 100h12M120 100h12" />
      <circle className={classes.paper} cx="34" cy="64" r="4" />
      <circle className={classes.paper} cx="126" cy="64" r="4" />
      <path d="M36 68c18 20 70 20 88 0" />
    </>
  ),
  map: (
    <>
      <path className={classes.paper} d="m32 36 30-12 34 12 30-12v58l-30 12-34-12-30 12Z" />
      <path d="M62 24v58M96 36v58" />
      <path className={classes.route} d="M40 76c10-4 8-22 22-24 16-2 16 16 30 12" />
      <circle className={classes.accent} cx="40" cy="76" r="4" />
      <circle className={classes.paper} cx="106" cy="66" r="17" />
      <path d="m118 78 14 16M98 62a9 9 0 0 1 7-6" />
    </>
  ),
  sent: (
    <>
      <path className={classes.paper} d="m78 56 52-32-20 58-14-17Z" />
      <path d="m96 65 34-41M96 65l-3 19 9-11" />
      <path className={classes.route} d="M24 92c18 6 28-16 42-12 8 2 14 4 20 0" />
      <circle className={classes.accent} cx="22" cy="92" r="4" />
    </>
  ),
  shirt: (
    <>
      <path d="M80 34v-5a6 6 0 1 0-6-6" />
      <path className={classes.paper} d="M80 34 52 52h56Z" />
      <path
        className={classes.paper}
        d="m60 47-26 15 9 19 11-5v24h52V76l11 5 9-19-26-15c-2 8-10 13-20 13s-18-5-20-13Z"
      />
      <circle className={classes.accent} cx="80" cy="78" r="7" />
    </>
  ),
  talk: (
    <>
      <path
        className={classes.paper}
        d="M34 24h62a10 10 0 0 1 10 10v24a10 10 0 0 1-10 10H58L44 80V68H34a10 10 0 0 1-10-10V34a10 10 0 0 1 10-10Z"
      />
      <path d="M42 40h46M42 52h28" />
      <path
        className={classes.paper}
        d="M84 56h44a9 9 0 0 1 9 9v16a9 9 0 0 1-9 9h-6v10L108 90H84a9 9 0 0 1-9-9V65a9 9 0 0 1 9-9Z"
      />
      <circle className={classes.accent} cx="92" cy="73" r="4" />
      <path d="M106 73h.1M120 73h.1" strokeWidth="5" />
    </>
  ),
  wallet: (
    <>
      <path className={classes.paper} d="M46 20h68v40H46Z" />
      <circle cx="80" cy="36" r="7" />
      <path d="M54 28h4M102 28h4" />
      <path
        className={classes.paper}
        d="M36 48h88a8 8 0 0 1 8 8v36a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V56a8 8 0 0 1 8-8Z"
      />
      <path className={classes.paper} d="M132 64h-24a10 10 0 0 0 0 20h24Z" />
      <circle className={classes.accent} cx="110" cy="74" r="4" />
    </>
  ),
  photo: (
    <>
      <path className={classes.paper} d="m44 26 62-8 10 70-62 8Z" />
      <path d="m52 33 48-6 6 42-48 6Z" />
      <path d="m60 67 12-15 9 8 8-11 12 13" />
      <circle className={classes.accent} cx="72" cy="42" r="4" />
      <circle className={classes.paper} cx="118" cy="82" r="14" />
      <path d="m111 82 5 5 9-10" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

/** Decorative: the words beside it say the same. */
export function Drawing({ name, width = 160 }: { name: DrawingName; width?: number }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 160 112" width={width} height={width * 0.7} aria-hidden>
      <ellipse className={classes.ground} cx="80" cy="58" rx="70" ry="46" />
      <path d="M10 100h140" />
      {drawings[name]}
    </svg>
  );
}
