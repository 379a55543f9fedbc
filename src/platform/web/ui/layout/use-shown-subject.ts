import { useState } from 'react';

interface Shown<T> {
  subject: T | null;
  isOpen: boolean;
  opening: number;
}

/** Without its subject, a fading dialog would collapse and lose its accessible name. `opening` counts the openings. */
export function useShownSubject<T>(subject: T | null, onClosed?: (subject: T) => void) {
  const isOpen = subject !== null;
  const [shown, setShown] = useState<Shown<T>>({ subject, isOpen, opening: 0 });
  if (isOpen !== shown.isOpen || (isOpen && subject !== shown.subject)) {
    setShown({
      subject: subject ?? shown.subject,
      isOpen,
      opening: isOpen && !shown.isOpen ? shown.opening + 1 : shown.opening,
    });
  }
  const { subject: last, opening } = shown;
  const forget = () => {
    if (last === null) return;
    setShown((present) => (present.isOpen ? present : { ...present, subject: null }));
    onClosed?.(last);
  };
  return { isOpen, last, opening, forget };
}
