import type { ComponentProps } from 'react';

/** A plain link inside a text of `rich`, which adds its words. */
export function RichLink({ children, ...link }: ComponentProps<'a'>) {
  return <a {...link}>{children}</a>;
}
