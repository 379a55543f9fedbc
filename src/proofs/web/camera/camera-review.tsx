import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './camera-dialog.module.css';
import type { Shot } from './camera-dialog.tsx';

interface CameraReviewProps {
  shot: Shot;
  onUse: () => void;
  onRetake: () => void;
}

/** Shows what was just taken, before it is used. */
export function CameraReview({ shot, onUse, onRetake }: CameraReviewProps) {
  const { file, kind } = shot;
  const url = useObjectUrl(file);
  return (
    <div className={classes.finder}>
      <div className={classes.stage}>
        {url === null ? null : kind === 'video' ? (
          // Recorded without sound.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video className={classes.picture} src={url} controls playsInline />
        ) : (
          <img className={classes.picture} src={url} alt={`The ${kind} that you took`} />
        )}
      </div>
      <div className={classes.buttons}>
        <Button size="lg" variant="default" onClick={onRetake}>
          Retake
        </Button>
        <Button size="lg" onClick={onUse} data-autofocus>
          Use {kind}
        </Button>
      </div>
    </div>
  );
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
