import { type ComponentType, lazy, Suspense, useState } from 'react';

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
    const [hasOpened, setHasOpened] = useState(false);
    if (!hasOpened && isOpen(props)) setHasOpened(true);
    return hasOpened ? (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    ) : null;
  };
}
