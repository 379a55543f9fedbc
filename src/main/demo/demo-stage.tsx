import { Button, Modal, Text } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import { Settling } from '#platform/web/ui/states/settling.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { PillLink } from '../frame/pill-button.tsx';
import { isOpenToVisitors } from './demo-links.ts';
import classes from './demo-stage.module.css';
import { createSampleClient, type SampleAnswer } from './sample-client.ts';

interface DemoStageProps {
  answers: readonly SampleAnswer[];
  passes?: readonly EndpointDefinition[];
  prompt: string;
  children: ReactNode;
}

/** Writes, and links to private pages, open a dialog that offers to sign up. */
export function DemoStage({ answers, passes, prompt, children }: DemoStageProps) {
  const [isAsked, setAsked] = useState(false);
  const [client] = useState(() =>
    createSampleClient({ answers, ...(passes ? { passes } : {}), onWrite: () => setAsked(true) }),
  );
  useLinkGuard(() => setAsked(true));
  return (
    <>
      <SampleNote prompt={prompt} />
      <QueryClientProvider client={client}>
        <Settling isOn>{children}</Settling>
      </QueryClientProvider>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title="Sign up to do this"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text>This is sample data, so nothing happens here. {prompt}</Text>
        <div className={classes.actions}>
          <SignUpLink />
          <Button variant="default" onClick={() => setAsked(false)}>
            Keep looking around
          </Button>
        </div>
      </Modal>
    </>
  );
}

function SampleNote({ prompt }: { prompt: string }) {
  return (
    <aside className={classes.note} aria-label="About this demo">
      <p className={classes.words}>
        <StatusBadge tone="accent">Demo</StatusBadge>
        <span>
          <b>This is sample data.</b> {prompt}
        </span>
      </p>
      <SignUpLink />
    </aside>
  );
}

function SignUpLink() {
  return (
    <PillLink className={classes.signUp} href="/auth/signin" tone="ember">
      Sign up
    </PillLink>
  );
}

/** Catches clicks before the router does, also those in menus and on the map, which are outside the screen. */
function useLinkGuard(onGuarded: () => void) {
  useEffect(() => {
    const guard = (event: MouseEvent) => {
      // The right button opens the browser's menu, and follows nothing.
      if (event.button > 1) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement)) return;
      const here = new URL(window.location.href);
      if (isOpenToVisitors(new URL(link.href), here)) return;
      event.preventDefault();
      event.stopPropagation();
      onGuarded();
    };
    document.addEventListener('click', guard, true);
    document.addEventListener('auxclick', guard, true);
    return () => {
      document.removeEventListener('click', guard, true);
      document.removeEventListener('auxclick', guard, true);
    };
  });
}
