import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { onSignOut } from '#auth/web/sign-in/sign-out.ts';
import { t } from '#kernel/text.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import classes from './palette-button.module.css';
import type { PaletteProps } from './palette.tsx';
import { deleteRecentChoices } from './recent-choices.ts';

/** Opens the search, also with Ctrl-K or Cmd-K. Its code is loaded when it opens for the first time. */
export function PaletteButton({ user }: { user: CurrentUser | null }) {
  const [isOpen, setIsOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  useEffect(() => onSignOut(deleteRecentChoices), []);
  const open = async () => {
    setIsOpen(true);
    if (Palette) return;
    try {
      const { Palette: loaded } = await import('./palette.tsx');
      setPalette(() => loaded);
    } catch {
      setIsOpen(false);
      showToast({
        title: t('Search unavailable'),
        message: t('We couldn’t load the search. Check your connection and try again.'),
        tone: 'error',
      });
    }
  };
  // Also while the user types in a field.
  useHotkeys([['mod+K', () => (isOpen ? setIsOpen(false) : void open())]], []);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t('Search Promenade')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void open()}
      >
        <IconSearch size={20} aria-hidden />
        <kbd className={classes.keys} aria-hidden>
          {isMac() ? '⌘' : 'Ctrl' /* not for users */} K
        </kbd>
      </button>
      {Palette ? <Palette user={user} opened={isOpen} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
