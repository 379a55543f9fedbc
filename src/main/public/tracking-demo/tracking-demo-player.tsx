import { Button, SegmentedControl } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerSkipBackFilled } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { msg, t } from '#kernel/text.ts';
import { useHasBeenInView } from '#platform/web/hooks/use-has-been-in-view.ts';
import classes from './tracking-demo-page.module.css';
import type { DemoTracking } from './use-demo-tracking.ts';

const paces = [
  { value: '1', label: msg('Real time') },
  { value: '20', label: msg('20 times faster') },
  { value: '60', label: msg('60 times faster') },
];

/**
 * Starts once both sides are in view, unless the visitor prefers reduced motion. Then it waits for the
 * button, and runs in real time.
 */
export function useTrackingDemoPlayer(demo: DemoTracking) {
  const prefersCalm = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [chosenPace, setChosenPace] = useState<string | null>(null);
  const pace = chosenPace ?? (prefersCalm ? '1' : '20');
  const { frame, isSeen } = useHasBeenInView();
  const start = () => demo.start(Number(pace));
  const startAlone = useEffectEvent(() => {
    if (demo.session === null && demo.ended === null) start();
  });
  const startsAlone = isSeen && !prefersCalm;
  useEffect(() => {
    if (startsAlone) startAlone();
  }, [startsAlone]);

  return {
    frame,
    start,
    pace,
    isRunning: demo.session !== null,
    isPaused: demo.isPaused,
    setPaused: demo.setPaused,
    choosePace(next: string) {
      setChosenPace(next);
      demo.setPace(Number(next));
    },
  };
}

type Player = Omit<ReturnType<typeof useTrackingDemoPlayer>, 'frame'>;

export function TrackingDemoPlayer({ player }: { player: Player }) {
  const { isRunning, isPaused, pace } = player;
  const isPlaying = isRunning && !isPaused;
  return (
    <section className={classes.player} aria-label={t('Playback')}>
      {/* One button, so that it keeps the focus. */}
      <Button
        variant="default"
        leftSection={
          isPlaying ? (
            <IconPlayerPauseFilled size={18} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={18} aria-hidden />
          )
        }
        onClick={() => (isRunning ? player.setPaused(!isPaused) : player.start())}
      >
        {isPlaying ? t('Pause') : t('Play')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerSkipBackFilled size={18} aria-hidden />}
        disabled={!isRunning}
        onClick={player.start}
      >
        {t('Restart')}
      </Button>
      <div className={classes.pace}>
        <span id="demo-pace">{t('Speed')}</span>
        <SegmentedControl
          aria-labelledby="demo-pace"
          data={paces.map(({ value, label }) => ({ value, label: t(label) }))}
          value={pace}
          onChange={player.choosePace}
        />
      </div>
    </section>
  );
}
