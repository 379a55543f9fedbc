import { IconBell } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { t } from '#kernel/text.ts';
import classes from './bell-button.module.css';

interface BellButtonProps extends ComponentPropsWithRef<'button'> {
  unread: number;
}

/** Accepts button props, so that it can be the target of a menu or popover. */
export function BellButton({ unread, ...props }: BellButtonProps) {
  const label = unread > 0 ? t('Notifications, {count} unread', { count: unread }) : t('Notifications');
  return (
    <button type="button" aria-label={label} {...props} className={classes.bell}>
      <IconBell size={21} aria-hidden />
      {unread > 0 ? (
        <span className={classes.badge} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      ) : null}
    </button>
  );
}
