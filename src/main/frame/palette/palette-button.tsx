import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { onSignOut } from '#auth/web/sign-in/sign-out.ts';
import { t } from '#kernel/text.ts';
import { lazyDialog } from '#platform/web/ui/layout/lazy-dialog.tsx';
import classes from './palette-button.module.css';
import { deleteRecentChoices } from './forget-recent-choices.ts';

const Palette = lazyDialog(async () => (await import('./palette.tsx')).Palette, {
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
});

/** Opens the search, also with Ctrl-K or Cmd-K. */
export function PaletteButton({ user }: { user: CurrentUser | null }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => onSignOut(deleteRecentChoices), []);
  // Also while the user types in a field.
  useHotkeys([['mod+K', () => setIsOpen((present) => !present)]], []);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t('Search Promenade')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={20} aria-hidden />
        <kbd className={classes.keys} aria-hidden>
          {isMac() ? '⌘' : 'Ctrl' /* not for users */} K
        </kbd>
      </button>
      <Palette user={user} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
