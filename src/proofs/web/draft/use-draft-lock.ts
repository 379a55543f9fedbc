import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { waitForLock } from '#platform/web/wait-for-lock.ts';

interface DraftLock {
  /** Undefined until it is known. */
  isHere: boolean | undefined;
  takeOver: () => void;
}

/**
 * Lets only one tab edit a draft: two would overwrite each other, and one could store it again after the other has sent
 * it. `onArrived` runs before a tab that waited may edit, because the draft may have changed. Browsers without locks
 * let every tab edit.
 */
export function useDraftLock(name: string, onArrived: () => Promise<unknown>): DraftLock {
  const [isHere, setIsHere] = useState(() => ('locks' in navigator ? undefined : true));
  const takeOver = useRef(() => {});
  const arrived = useEffectEvent(onArrived);
  useEffect(() => {
    const locks = navigator.locks as LockManager | undefined;
    if (!locks) return;
    let hasWaited = false;
    let isHeld = false;
    let leave = () => {};
    const wait = () => {
      hasWaited = true;
      setIsHere(false);
    };
    const onHeld = async () => {
      isHeld = true;
      if (hasWaited) await arrived();
      if (isHeld) setIsHere(true);
    };
    const enter = (isFirst: boolean) => {
      leave();
      leave = waitForLock(locks, name, {
        isFirst,
        onHeld: () => void onHeld(),
        onTaken: () => {
          isHeld = false;
          wait();
          enter(false);
        },
      });
    };
    enter(false);
    takeOver.current = () => enter(true);
    let isGone = false;
    void locks.query().then(({ held = [] }) => {
      if (!isGone && !isHeld && held.some((each) => each.name === name)) wait();
    });
    return () => {
      isGone = true;
      isHeld = false;
      leave();
    };
  }, [name]);
  return { isHere, takeOver: () => takeOver.current() };
}
