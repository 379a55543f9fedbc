import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface BusyButtonProps extends ButtonProps {
  type?: 'submit' | 'button';
  isBusy: boolean;
  disabled?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** While busy, ignores presses but keeps the focus, which browsers take from a disabled button. */
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
