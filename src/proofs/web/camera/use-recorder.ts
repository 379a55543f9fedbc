import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { recordVideo, type Recording } from './use-camera.ts';

/** Stops when the page is hidden: the picture would freeze. */
export function useRecorder(limitSeconds: number) {
  const clock = useClock();
  const [seconds, setSeconds] = useState<number | null>(null);
  const recording = useRef<Recording>(null);
  const tick = useEffectEvent((startedAt: number) => {
    const passed = Math.floor((clock.now().getTime() - startedAt) / 1000);
    setSeconds(passed);
    if (passed >= limitSeconds) recording.current?.stop();
  });

  const isRecording = seconds !== null;
  useEffect(() => {
    if (!isRecording) return;
    const startedAt = clock.now().getTime();
    const endTimer = clock.every(250, () => tick(startedAt));
    const stopIfHidden = () => {
      if (document.visibilityState === 'hidden') recording.current?.stop();
    };
    document.addEventListener('visibilitychange', stopIfHidden);
    return () => {
      endTimer();
      document.removeEventListener('visibilitychange', stopIfHidden);
      recording.current?.stop();
    };
  }, [isRecording, clock]);

  return {
    seconds,
    stop: () => recording.current?.stop(),
    async record(canvas: HTMLCanvasElement, name: string): Promise<File> {
      recording.current = recordVideo(canvas, name, limitSeconds);
      setSeconds(0);
      try {
        return await recording.current.file;
      } finally {
        recording.current = null;
        setSeconds(null);
      }
    },
  };
}
