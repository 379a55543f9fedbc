import { Loader, VisuallyHidden } from '@mantine/core';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { showToast } from '../states/toast.ts';
import classes from './lazy-dialog.module.css';

/**
 * Returns a dialog whose code loads when it first opens, because most visits open none. It appears with all of its
 * content, so that its first field gets the focus. If the code cannot be loaded, a toast says so, `close` is called,
 * and the next opening tries again.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOpen, close }: { isOpen: (props: Props) => boolean; close: (props: Props) => void },
): ComponentType<Props> {
  return function LazyDialog(props) {
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    const isOpenNow = isOpen(props);
    const isLoading = isOpenNow && Dialog === null;
    /** What had the focus when the code began to load. */
    const opener = useRef<Element>(null);
    const fail = useEffectEvent(() => {
      showToast({
        title: t('Not loaded'),
        message: t('We couldn’t load this. Check your connection and try again, or reload the page.'),
        tone: 'error',
      });
      close(props);
    });
    useEffect(() => {
      if (!isLoading) return undefined;
      let isWanted = true;
      opener.current = document.activeElement;
      load().then(
        (loaded) => isWanted && setDialog(() => loaded),
        () => isWanted && fail(),
      );
      return () => {
        isWanted = false;
      };
    }, [isLoading]);
    // A dialog that is mounted open returns the focus only from its second opening.
    const isClosed = !isOpenNow && Dialog !== null;
    useEffect(() => {
      if (!isClosed) return;
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
      opener.current = null;
    }, [isClosed]);
    if (Dialog) return <Dialog {...props} />;
    return isLoading ? <LoadingSign /> : null;
  };
}

/** Hidden at first, because most dialogs load at once. */
function LoadingSign() {
  return (
    <output className={classes.sign}>
      <Loader size="sm" aria-hidden />
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
    </output>
  );
}
