import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';

/**
 * Returns a dialog whose code loads when it first opens, because most visits open none. It appears with all of its
 * content, so that its first field gets the focus.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  const Dialog: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props) {
    const isOpenNow = isOpen(props);
    /** What had the focus at the first opening. */
    const [opener, setOpener] = useState<Element | null>(null);
    if (opener === null && isOpenNow) setOpener(document.activeElement ?? document.body);
    useFirstFocusReturn(opener, isOpenNow);
    return opener ? (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    ) : null;
  };
}

/** Returns the focus after the first opening. A dialog that is mounted open does so only from its second opening. */
function useFirstFocusReturn(opener: Element | null, isOpen: boolean): void {
  const hasReturned = useRef(false);
  useEffect(() => {
    if (opener === null || isOpen || hasReturned.current) return;
    hasReturned.current = true;
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }, [opener, isOpen]);
}
