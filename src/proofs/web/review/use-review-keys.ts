import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

interface ReviewKeys {
  /** Its children are the cards, in the order of `ids`. Each child can be focused. */
  list: RefObject<HTMLElement | null>;
  ids: readonly string[];
  onApprove: (id: string) => void;
  onReject: (id: string) => void;
  onAskAgain: (id: string) => void;
  onHelp: () => void;
}

/**
 * The keys of the review: j and k move between cards, a and r decide the focused one, s asks to send it again, ? shows
 * help. None works while the user types or a dialog is open.
 */
export function useReviewKeys({ list, ids, onHelp, ...on }: ReviewKeys): void {
  const actions = new Map([
    ['a', on.onApprove],
    ['r', on.onReject],
    ['s', on.onAskAgain],
  ]);
  // A decided card may leave the list. The next one is then at its place.
  const last = useRef<number>(-1);
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return;
    if (event.key === '?') return onHelp();
    const cards = [...(list.current?.children ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const id = ids[at];
    const act = actions.get(event.key);
    if (event.key === 'j' || event.key === 'k') {
      const next = at === -1 ? Math.max(last.current, 0) : at + (event.key === 'j' ? 1 : -1);
      last.current = Math.min(Math.max(next, 0), cards.length - 1);
      const card = cards[last.current];
      if (card instanceof HTMLElement) {
        card.focus({ preventScroll: true });
        card.scrollIntoView?.({ block: 'start' });
      }
      event.preventDefault();
    } else if (id !== undefined && !event.repeat && act) {
      // Otherwise the dialog's field would get the letter.
      event.preventDefault();
      last.current = at;
      act(id);
    }
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
