import { ActionIcon, Alert, Button, Loader, SegmentedControl } from '@mantine/core';
import { IconCamera, IconCameraRotate, IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { type Message, msg, t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { formatLength } from '../media-labels.ts';
import classes from './camera-dialog.module.css';
import { CameraReview } from './camera-review.tsx';
import { type Facing, problemTexts, takePhoto, useCamera } from './use-camera.ts';
import { useRecorder } from './use-recorder.ts';

export type CameraKind = 'selfie' | 'photo' | 'video';

export interface Shot {
  file: File;
  kind: CameraKind;
  takenAt: Date;
}

export interface CameraRequest {
  /** Shown first. */
  kind: CameraKind;
}

interface CameraDialogProps {
  request: CameraRequest | null;
  title: string;
  /** With the code of a check on the spot, the camera takes only photos. */
  code?: string;
  /** As the campaign asks; 0 for none. */
  videoMinutes: number;
  clockOffsetMs: number;
  onTaken: (shot: Shot) => void;
  onClose: () => void;
}

const kindLabels: Readonly<Record<CameraKind, Message>> = {
  selfie: msg('Selfie'),
  photo: msg('Photo'),
  video: msg('Video'),
};

export function CameraDialog({ request, onClose, ...camera }: CameraDialogProps) {
  return (
    <SubjectModal
      subject={request}
      title={t('Camera')}
      fullScreen
      // A recording must not end by a slip of the finger.
      closeOnEscape={false}
      closeOnClickOutside={false}
      closeLabel={t('Close the camera')}
      onClose={onClose}
    >
      {({ kind }) => <CameraBody {...camera} firstKind={kind} onClose={onClose} />}
    </SubjectModal>
  );
}

interface CameraBodyProps extends Omit<CameraDialogProps, 'request'> {
  firstKind: CameraKind;
}

/** Longer than asked, so that no video is too short by a second. */
function mostSeconds(videoMinutes: number): number {
  return Math.max(15, Math.ceil(videoMinutes * 60 * 1.25));
}

function CameraBody({
  title,
  code,
  videoMinutes,
  clockOffsetMs,
  firstKind,
  onTaken,
  onClose,
}: CameraBodyProps) {
  const clock = useClock();
  const [kind, setKind] = useState(firstKind);
  const [facing, setFacing] = useState<Facing>(firstKind === 'selfie' ? 'user' : 'environment');
  const [shot, setShot] = useState<Shot | null>(null);
  if (shot) {
    return (
      <CameraReview
        shot={shot}
        onUse={() => {
          onTaken(shot);
          onClose();
        }}
        onRetake={() => setShot(null)}
      />
    );
  }
  const withVideo: CameraKind[] = videoMinutes > 0 ? ['selfie', 'photo', 'video'] : ['selfie', 'photo'];
  const kinds: CameraKind[] = code === undefined ? withVideo : ['photo'];
  return (
    <Finder
      title={title}
      code={code}
      kind={kind}
      kinds={kinds}
      facing={facing}
      videoMinutes={videoMinutes}
      now={() => new Date(clock.now().getTime() + clockOffsetMs)}
      onKind={(next) => {
        setKind(next);
        if (next !== kind) setFacing(next === 'selfie' ? 'user' : 'environment');
      }}
      onFlip={() => setFacing(facing === 'user' ? 'environment' : 'user')}
      onShot={setShot}
      onClose={onClose}
    />
  );
}

interface FinderProps {
  title: string;
  code: string | undefined;
  kind: CameraKind;
  kinds: readonly CameraKind[];
  facing: Facing;
  videoMinutes: number;
  now: () => Date;
  onKind: (kind: CameraKind) => void;
  onFlip: () => void;
  onShot: (shot: Shot) => void;
  onClose: () => void;
}

function Finder({
  title,
  code,
  kind,
  kinds,
  facing,
  videoMinutes,
  now,
  onKind,
  onFlip,
  onShot,
  onClose,
}: FinderProps) {
  const { canvas, state, retry } = useCamera({ title, code, facing, now });
  const recorder = useRecorder(mostSeconds(videoMinutes));
  const isLive = state === 'live';
  const isRecording = recorder.seconds !== null;
  const [isFailed, setIsFailed] = useState(false);

  const shoot = async () => {
    if (!canvas.current) return;
    const takenAt = now();
    setIsFailed(false);
    try {
      const name = `${kind}-${takenAt.toISOString().slice(11, 19).replaceAll(':', '-')}`;
      const file =
        kind === 'video'
          ? await recorder.record(canvas.current, name)
          : await takePhoto(canvas.current, name);
      onShot({ file, kind, takenAt });
    } catch {
      setIsFailed(true);
    }
  };

  if (state !== 'live' && state !== 'starting') {
    const { title, remedy } = problemTexts[state];
    return (
      <div className={classes.problem}>
        <Alert color="yellow" title={t(title)} role="alert">
          {t(remedy)}
        </Alert>
        <Button onClick={retry}>{t('Try again')}</Button>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.finder}>
      <div className={classes.stage}>
        <canvas
          ref={canvas}
          className={classes.picture}
          data-hidden={!isLive || undefined}
          aria-label={t('Camera picture')}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn
          role="img"
        />
        {isLive ? null : <Loader aria-label={t('Starting the camera')} />}
      </div>
      <output className={classes.status}>
        {isFailed
          ? t('That didn’t work. Please try again.')
          : statusText({ kind, code, videoMinutes, seconds: recorder.seconds })}
      </output>
      {kinds.length > 1 ? (
        <SegmentedControl
          aria-label={t('What to take')}
          data={kinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
          value={kind}
          disabled={isRecording}
          // The control only offers camera kinds.
          onChange={(value) => onKind(value as CameraKind)}
        />
      ) : null}
      <div className={classes.buttons}>
        <ActionIcon
          variant="default"
          size={52}
          radius="xl"
          disabled={!isLive || isRecording}
          aria-label={facing === 'user' ? t('Switch to the back camera') : t('Switch to the front camera')}
          onClick={onFlip}
        >
          <IconCameraRotate aria-hidden />
        </ActionIcon>
        {isRecording ? (
          <Button size="lg" color="red" leftSection={<IconPlayerStop aria-hidden />} onClick={recorder.stop}>
            {t('Stop recording')}
          </Button>
        ) : (
          <Button
            size="lg"
            disabled={!isLive}
            leftSection={kind === 'video' ? <IconPlayerRecord aria-hidden /> : <IconCamera aria-hidden />}
            onClick={() => void shoot()}
            data-autofocus
          >
            {kind === 'video'
              ? t('Record video')
              : t('Take {kind, select, selfie {selfie} other {photo}}', { kind })}
          </Button>
        )}
      </div>
    </div>
  );
}

function statusText({
  kind,
  code,
  videoMinutes,
  seconds,
}: Pick<FinderProps, 'kind' | 'code' | 'videoMinutes'> & { seconds: number | null }): string {
  if (seconds !== null)
    return t('Recording {length} of {limit}', {
      length: formatLength(seconds),
      limit: formatLength(videoMinutes * 60),
    });
  if (code !== undefined) return t('The campaign, the time and the code are in the picture.');
  if (kind !== 'video') return t('The campaign and the time are in the picture.');
  return t('Record at least {length}, without sound. Keep this page open.', {
    length: formatLength(videoMinutes * 60),
  });
}
