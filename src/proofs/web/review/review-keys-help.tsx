import { Kbd, Modal } from '@mantine/core';
import { msg, t } from '#kernel/text.ts';
import classes from './proof-review.module.css';

const keys = [
  ['j', msg('Next proof')],
  ['k', msg('Previous proof')],
  ['a', msg('Approve the proof')],
  ['r', msg('Reject the proof')],
  ['s', msg('Ask to send again')],
  ['?', msg('Show this help')],
] as const;

export function ReviewKeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <dl className={classes.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
