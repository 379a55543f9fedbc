import { IconFocusCentered } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import classes from './show-all.module.css';

export function ShowAllButton({ onPress }: { onPress(): void }) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t('Show all', { context: 'map' })}
      title={t('Show all', { context: 'map' })}
      onClick={onPress}
    >
      <IconFocusCentered size={20} aria-hidden />
    </button>
  );
}
