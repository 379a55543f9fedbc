import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';

interface ScrollingTableProps {
  title: string;
  className: string | undefined;
  children: ReactNode;
}

export function ScrollingTable({ title, className, children }: ScrollingTableProps) {
  return (
    // It scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} aria-label={t('{title}, scrollable', { title })} tabIndex={0}>
      <Table aria-label={title}>{children}</Table>
    </section>
  );
}
