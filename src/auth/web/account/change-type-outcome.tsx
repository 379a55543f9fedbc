import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '#kernel/text.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import classes from '../sign-in/email-confirmation.module.css';

/** A full page load, because everything in the cache belongs to the old user type. */
export function TypeChanged({ message, isSignedIn }: { message: string; isSignedIn: boolean }) {
  const words = useRef<HTMLOutputElement>(null);
  // The button that had the focus is gone, so focus the message.
  useEffect(() => words.current?.focus(), []);
  return (
    <Panel>
      <output className={classes.done} ref={words} tabIndex={-1}>
        <span className={classes.tick}>
          <IconCheck size={24} aria-hidden />
        </span>
        {message}
      </output>
      <Group mt="lg">
        <Button component="a" href={isSignedIn ? '/' : '/auth/signin'}>
          {isSignedIn ? t('Go to your dashboard') : t('Sign In')}
        </Button>
      </Group>
    </Panel>
  );
}
