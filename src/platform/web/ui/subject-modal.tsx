import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface SubjectModalProps<T> extends Pick<
  ModalProps,
  'closeOnClickOutside' | 'closeOnEscape' | 'fullScreen' | 'size' | 'withCloseButton'
> {
  /** What the dialog is about; null: it is closed. */
  subject: T | null;
  title: string | ((subject: T) => string);
  /** Starts anew with every opening, so that no field holds what was typed about another subject. */
  children: (subject: T) => ReactNode;
  onClose: () => void;
  /** The dialog is gone, and this is what it was about last. */
  onClosed?: (subject: T) => void;
  closeLabel?: string;
}

interface Shown<T> {
  subject: T | null;
  isOpen: boolean;
  /** How often it was opened. */
  opening: number;
}

/**
 * A dialog about something. While it fades it still shows what it was about: without, it would collapse before one's
 * eyes, and would have no name for a screen reader.
 */
export function SubjectModal<T>(props: SubjectModalProps<T>) {
  const { subject, title, children, onClosed, closeLabel = 'Close', ...rest } = props;
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
  return (
    <Modal
      {...rest}
      opened={isOpen}
      onExitTransitionEnd={forget}
      title={last === null ? '' : typeof title === 'string' ? title : title(last)}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {/* Whoever presses a button twice must not do it twice: a dialog that fades takes nothing any more. */}
      <div inert={!isOpen} key={opening}>
        {last === null ? null : children(last)}
      </div>
    </Modal>
  );
}
