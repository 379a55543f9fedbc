import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { useShownSubject } from './use-shown-subject.ts';

interface SubjectModalProps<T> extends Pick<
  ModalProps,
  'closeOnClickOutside' | 'closeOnEscape' | 'fullScreen' | 'size' | 'withCloseButton'
> {
  subject: T | null;
  title: string | ((subject: T) => string);
  /** Remounted with every opening, so that no field keeps text about another subject. */
  children: (subject: T) => ReactNode;
  onClose: () => void;
  onClosed?: (subject: T) => void;
  closeLabel?: string;
}

/** Keeps its content while it fades. */
export function SubjectModal<T>(props: SubjectModalProps<T>) {
  const { subject, title, children, onClosed, closeLabel = t('Close'), ...rest } = props;
  const { isOpen, last, opening, forget } = useShownSubject(subject, onClosed);
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
