import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface BusyButtonProps extends ButtonProps {
  type?: 'submit' | 'button';
  isBusy: boolean;
  /** Disables the button regardless of `isBusy`. */
  disabled?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/**
 * A button for an action in progress. While busy it looks and is announced as disabled, and ignores presses.
 * It keeps the focus, which browsers take from a disabled button, so that the focus is still there after an
 * error.
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
