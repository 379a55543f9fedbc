import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row of tabs to the open tab whenever another one opens. Returns the ref of the row. */
export function useActiveTabInView(tab: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  return list;
}
