import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface BusyButtonProps extends ButtonProps {
  type?: 'submit' | 'button';
  isBusy: boolean;
  /** Not possible at all, whatever happens. */
  disabled?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/**
 * A button whose work is under way: it looks disabled and is announced so, but keeps the focus, which a browser takes
 * from a disabled one, so that after a refusal the keyboard is where it was. Its press does nothing meanwhile.
 */
export function BusyButton({ isBusy, onClick, type = 'button', ...button }: BusyButtonProps) {
  return (
    <Button
      {...button}
      type={type}
      aria-disabled={isBusy}
      data-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}
