import type { ComponentProps } from 'react';

/** `rich` adds its words. */
export function RichLink({ children, ...link }: ComponentProps<'a'>) {
  return <a {...link}>{children}</a>;
}
