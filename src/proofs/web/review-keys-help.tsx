import { Kbd, Modal } from '@mantine/core';
import classes from './proof-review.module.css';

const keys = [
  ['j', 'Next proof'],
  ['k', 'Previous proof'],
  ['a', 'Approve the proof'],
  ['r', 'Reject the proof'],
  ['s', 'Ask to send again'],
  ['?', 'Show this help'],
] as const;

export function ReviewKeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
