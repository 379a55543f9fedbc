import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

interface TextLinkProps {
  to: '/terms' | '/privacy';
  /** Missing where `rich` adds the words. */
  children?: ReactNode;
}

/** Opens a legal text in another tab, so that nothing on the screen is lost. */
export function TextLink({ to, children }: TextLinkProps) {
  return (
    <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  );
}
