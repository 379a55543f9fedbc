import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { t } from '#kernel/text.ts';
import classes from './camera-dialog.module.css';
import type { Shot } from './camera-dialog.tsx';

interface CameraReviewProps {
  shot: Shot;
  onUse: () => void;
  onRetake: () => void;
}

export function CameraReview({ shot, onUse, onRetake }: CameraReviewProps) {
  const { file, kind } = shot;
  const show = useMemo(() => showFile(file), [file]);
  return (
    <div className={classes.finder}>
      <div className={classes.stage}>
        {kind === 'video' ? (
          // Recorded without sound.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video className={classes.picture} ref={show} controls playsInline />
        ) : (
          <img
            className={classes.picture}
            ref={show}
            alt={t('The {kind, select, selfie {selfie} other {photo}} that you took', { kind })}
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button size="lg" variant="default" onClick={onRetake}>
          {t('Retake')}
        </Button>
        <Button size="lg" onClick={onUse} data-autofocus>
          {t('Use {kind, select, selfie {selfie} video {video} other {photo}}', { kind })}
        </Button>
      </div>
    </div>
  );
}

function showFile(file: File) {
  return (element: HTMLImageElement | HTMLVideoElement | null) => {
    if (!element) return;
    const url = URL.createObjectURL(file);
    element.src = url;
    return () => URL.revokeObjectURL(url);
  };
}
