import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import classes from '../pages/marketer/marketer.module.css';

const CONNECTING_MS = 2000;
const names = ['Instagram', 'TikTok', 'X', 'YouTube'] as const;

export function SocialAccountsDemo() {
  const clock = useClock();
  const [connecting, setConnecting] = useState<string | null>(null);
  useEffect(() => {
    if (connecting === null) return undefined;
    return clock.after(CONNECTING_MS, () => setConnecting(null));
  }, [clock, connecting]);
  return (
    <Panel title="Social Media Accounts">
      <ul className={classes.list}>
        {names.map((name) => (
          <li className={classes.item} key={name}>
            <span className={classes.words}>{name}</span>
            <Button
              variant="default"
              size="sm"
              disabled={connecting !== null}
              aria-label={connecting === name ? undefined : `Connect ${name}`}
              onClick={() => {
                setConnecting(name);
                showToast({
                  title: 'Demo',
                  message: `This is a demo: no ${name} account is connected.`,
                });
              }}
            >
              {connecting === name ? 'Connecting...' : 'Connect'}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
