import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface SubjectModalProps<T> extends Pick<
  ModalProps,
  'closeOnClickOutside' | 'closeOnEscape' | 'fullScreen' | 'size' | 'withCloseButton'
> {
  /** The subject of the dialog. If null, the dialog is closed. */
  subject: T | null;
  title: string | ((subject: T) => string);
  /** Remounted with every opening, so that no field keeps text about another subject. */
  children: (subject: T) => ReactNode;
  onClose: () => void;
  /** Called after the fade, with the last subject. */
  onClosed?: (subject: T) => void;
  closeLabel?: string;
}

interface Shown<T> {
  subject: T | null;
  isOpen: boolean;
  opening: number;
}

/**
 * A dialog about a subject. It keeps its content while it fades. Otherwise it would visibly collapse and lose
 * its accessible name.
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
      {/* A fading dialog accepts no input, so that a double click does not act twice. */}
      <div inert={!isOpen} key={opening}>
        {last === null ? null : children(last)}
      </div>
    </Modal>
  );
}
