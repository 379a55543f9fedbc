import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { campaignSample } from '#campaigns/sample.ts';
import { t } from '#kernel/text.ts';
import { ClockProvider } from '#platform/web/clock.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import { SEND_INTERVAL_MS } from '#tracking/contract.ts';
import { LiveView } from '#tracking/web/live/live-view.tsx';
import { TrackingBadge } from '#tracking/web/tracker/panel/tracking-badge.tsx';
import { RunningFacts } from '#tracking/web/report/tracking-facts.tsx';
import { TrackingMap } from '#tracking/web/live/tracking-map.tsx';
import { PillLink } from '../../frame/pill-button.tsx';
import { formatSpan } from '../../public-contract.ts';
import { appPages } from '../../public-paths-contract.ts';
import demoClasses from '../demo-pages.module.css';
import { PublicPage } from '../public-page.tsx';
import { TrackingDemoPlayer, useTrackingDemoPlayer } from './tracking-demo-player.tsx';
import classes from './tracking-demo-page.module.css';
import { type DemoTracking, useDemoTracking, useClockTime } from './use-demo-tracking.ts';

export const handle: PageHandle = { visitors: true };
export const meta = pageMeta(appPages['tracking-demo'].title, appPages['tracking-demo'].description);

export default function TrackingDemoPage() {
  const demo = useDemoTracking();
  const { frame, ...player } = useTrackingDemoPlayer(demo);
  return (
    <PublicPage>
      <div className={demoClasses.page}>
        <p className={demoClasses.badge}>{t('Demo Mode')}</p>
        <h1 className={demoClasses.title}>{t('Live tracking from both sides')}</h1>
        <p className={demoClasses.lead}>
          {t(
            'A marketer rides the tram to Market Street and walks there while the advertiser follows on the map. The walk is simulated: we don’t read or send your location.',
          )}
        </p>
        <DemoFacts />
        <TrackingDemoPlayer player={player} />
        <div className={classes.sides} ref={frame}>
          <section aria-labelledby="marketer-side">
            <h2 className={classes.side} id="marketer-side">
              {t('What the marketer sees')}
            </h2>
            <DemoTracker demo={demo} onStart={player.start} />
          </section>
          <section aria-labelledby="advertiser-side">
            <h2 className={classes.side} id="advertiser-side">
              {t('What the advertiser sees')}
            </h2>
            <DemoFollower demo={demo} />
          </section>
        </div>
        <section className={demoClasses.prompt}>
          <p>{t('Sign in to run your own campaign or join one.')}</p>
          <div className={demoClasses.actions}>
            <PillLink href="/auth/signin" tone="ember">
              {t('Sign In')}
            </PillLink>
            <PillLink href="/demo">{t('Back to the demos')}</PillLink>
          </div>
        </section>
      </div>
    </PublicPage>
  );
}

function DemoFacts() {
  const facts = [
    [t('Update frequency'), formatSpan(SEND_INTERVAL_MS)],
    [t('Exact position'), t('Visible to the marketer, and to our staff in a dispute')],
    [
      t('On the advertiser’s map'),
      t('Accurate to about {meters} m, once within 3 km', { meters: PUBLISHED_ACCURACY_METERS }),
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In the demo's time, which may run faster than real time. */
const FOLLOWED_EVERY_MS = 5000;

/** The map inside keeps the page's own clock: a map style is loaded once per clock. */
function DemoFollower({ demo: { clock, session, locations, running } }: { demo: DemoTracking }) {
  const now = useClockTime(clock, FOLLOWED_EVERY_MS, session !== null);
  return <LiveView campaign={campaignSample} locations={locations} running={running} now={now} />;
}

function DemoTracker({ demo, onStart }: { demo: DemoTracking; onStart: () => void }) {
  const { session, newest } = demo;
  return (
    <Panel
      title={t('GPS Tracking')}
      aside={
        <TrackingBadge
          tracking={{
            isRunningHere: session !== null,
            isRunningElsewhere: false,
            isInZone: newest?.isInZone ?? null,
          }}
        />
      }
    >
      <div className={classes.tracker}>
        <TrackingMap
          campaign={campaignSample}
          position={newest?.position ?? null}
          published={newest?.published}
        />
        {newest ? (
          <ClockProvider value={demo.clock} key={session?.id}>
            <RunningFacts tracking={{ session, position: newest.position, lastSentAt: newest.sentAt }} />
          </ClockProvider>
        ) : null}
        {session ? (
          <Button
            fullWidth
            size="lg"
            className={classes.stop ?? ''}
            leftSection={<IconPlayerStopFilled size={18} aria-hidden />}
            onClick={demo.stop}
          >
            {t('Stop Tracking')}
          </Button>
        ) : (
          <Button
            fullWidth
            size="lg"
            leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
            onClick={onStart}
          >
            {t('Start Tracking')}
          </Button>
        )}
        <output className={classes.state}>{stateText(demo)}</output>
      </div>
    </Panel>
  );
}

/** Screen readers announce the line when it changes. */
function stateText({ newest, ended, isPaused }: DemoTracking): string {
  if (isPaused) return t('Paused. Press Play to continue.');
  if (newest) {
    if (newest.isInZone) return t('Inside the area: these minutes count.');
    return newest.published
      ? t('Outside the area: the advertiser sees an approximate location, but no minutes count.')
      : t('On the way: the advertiser can’t see a location yet.');
  }
  if (!ended) return t('Press Start Tracking and watch both maps.');
  return t(
    'Stopped after {minutes} min, {inside} of them inside the area. The advertiser no longer sees a location.',
    { minutes: ended.minutes, inside: ended.inside },
  );
}
