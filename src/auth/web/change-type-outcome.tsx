import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Panel } from '#platform/web/ui/panel.tsx';
import classes from './email-confirmation.module.css';

/** The way on is a full navigation: what this page has read belongs to the other side of the market. */
export function TypeChanged({ message, isSignedIn }: { message: string; isSignedIn: boolean }) {
  const words = useRef<HTMLOutputElement>(null);
  // The button that had the focus is gone.
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
          {isSignedIn ? 'Go to your dashboard' : 'Sign In'}
        </Button>
      </Group>
    </Panel>
  );
}
