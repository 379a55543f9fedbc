import { Progress } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '#kernel/text.ts';
import { Notice } from '../notice.tsx';

interface DemoWorldProgressProps {
  percent: number;
  /** Called when it disappears, because the demo world is complete. */
  onEnd: () => unknown;
}

/** Shown instead of a page while the server creates the demo world, because it refuses all calls. */
export default function DemoWorldProgress({ percent, onEnd }: DemoWorldProgressProps) {
  useEffect(() => () => void onEnd(), [onEnd]);
  return (
    <Notice
      drawing="map"
      title={t('Creating the sample data')}
      text={t('{percent}% done. This page loads when it is ready.', { percent })}
    >
      <Progress value={percent} w={280} aria-label={t('Sample data')} />
    </Notice>
  );
}
