import { IconFocusCentered } from '@tabler/icons-react';
import classes from './show-all.module.css';

export function ShowAllButton({ onPress }: { onPress(): void }) {
  return (
    <button type="button" className={classes.button} aria-label="Show all" title="Show all" onClick={onPress}>
      <IconFocusCentered size={20} aria-hidden />
    </button>
  );
}
