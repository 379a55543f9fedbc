import { Anchor, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useRememberReturnPath } from '#auth/web/return-path.ts';
import { useClock } from '#platform/web/clock.ts';
import { Panel, SplitPage } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { DashboardTiles, ThisWeek } from './dashboard-tiles.tsx';
import { GigsNearYou } from './gigs-near-you.tsx';
import classes from './marketer.module.css';
import { Welcome } from './welcome.tsx';

/** Sample figures from the specification. */
const sample = {
  rating: 4.8,
  week: { applications: 5, approvals: 3 },
  earned: '135.00',
  completedGigs: 3,
  campaigns: [
    { title: 'Ferry Building coffee morning', when: 'Applied 2 days ago', label: 'Approved' },
    { title: 'Mission street market', when: 'Applied 4 days ago', label: 'Approved' },
  ],
  activity: [
    { text: 'Your proof was approved', when: 'Yesterday', tone: 'positive', label: 'Approved' },
    { text: 'Your proof is waiting for review', when: '3 hours ago', tone: 'waiting', label: 'Pending' },
  ],
  notifications: [
    { title: 'Payment received', text: '$45.00 for Ferry Building coffee morning', when: 'Yesterday' },
    { title: 'Application approved', text: 'Mission street market', when: '2 days ago' },
    { title: 'New campaign near you', text: 'Wear a shirt at the Saturday market', when: '3 days ago' },
  ],
} as const;

const CONNECTING_MS = 2000;
const socialNames = ['Instagram', 'TikTok', 'X', 'YouTube'] as const;

/** Draws /marketer for visitors: labelled sample figures, but real campaigns. */
export function DemoDashboard() {
  const { rating, week, earned, completedGigs } = sample;
  const remember = useRememberReturnPath();
  return (
    <>
      <div className={classes.demo}>
        <span>
          <StatusBadge tone="accent">Demo</StatusBadge> These are sample figures. Sign in to see your own.
        </span>
        <Button component={Link} to="/auth/signin" size="sm" onClick={() => remember()}>
          Sign In
        </Button>
      </div>
      <Welcome
        firstName={null}
        rating={rating}
        isVerified
        isBack
        profileAddress="/auth/signin"
        badge={<StatusBadge tone="accent">Demo user</StatusBadge>}
      />
      <DashboardTiles
        totalEarnings={earned}
        figures={{ earnedThisMonth: earned, completedGigs }}
        rating={rating}
      />
      <SplitPage
        aside={
          <div className={classes.stack}>
            <ThisWeek {...week} earned={earned} />
            <DemoNotifications />
          </div>
        }
      >
        <div className={classes.stack}>
          <DemoWork />
          <DemoSocialAccounts />
        </div>
      </SplitPage>
      <GigsNearYou place={null} userType={null} applications={undefined} />
    </>
  );
}

function DemoNotifications() {
  return (
    <Panel title="Notifications">
      <ul className={classes.list}>
        {sample.notifications.map(({ title, text, when }) => (
          <li className={classes.item} key={title}>
            <span className={classes.words}>
              <b>{title}</b>
              <span className={classes.small}>{text}</span>
              <span className={classes.small}>{when}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function DemoWork() {
  return (
    <>
      <Panel
        title="Active Campaigns"
        aside={
          <Anchor component={Link} to="/tracking-demo" fw={600}>
            See live tracking
          </Anchor>
        }
      >
        <ul className={classes.list}>
          {sample.campaigns.map(({ title, when, label }) => (
            <li className={classes.item} key={title}>
              <span className={classes.words}>
                <b>{title}</b>
                <span className={classes.small}>{when}</span>
              </span>
              <StatusBadge tone="positive">{label}</StatusBadge>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Recent Activity">
        <ul className={classes.list}>
          {sample.activity.map(({ text, when, tone, label }) => (
            <li className={classes.item} key={text}>
              <span className={classes.words}>
                <b>{text}</b>
                <span className={classes.small}>{when}</span>
              </span>
              <StatusBadge tone={tone}>{label}</StatusBadge>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function DemoSocialAccounts() {
  const clock = useClock();
  const [connecting, setConnecting] = useState<string | null>(null);
  useEffect(() => {
    if (connecting === null) return undefined;
    return clock.after(CONNECTING_MS, () => setConnecting(null));
  }, [clock, connecting]);
  return (
    <Panel title="Social Media Accounts">
      <ul className={classes.list}>
        {socialNames.map((name) => (
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
