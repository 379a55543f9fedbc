import { Button } from '@mantine/core';
import { IconCamera, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useSecondsLeft } from '#platform/web/clock.ts';
import { rich } from '#platform/web/rich.ts';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { useSpotChecks } from '#tracking/web/tracker/use-own-session.ts';
import type { SpotCheck } from '#tracking/spot-check-contract.ts';
import { CameraDialog, type CameraRequest } from '../camera/camera-dialog.tsx';
import { useCapturePermit } from '../camera/use-capture-permit.ts';
import { formatLength } from '../media-labels.ts';
import classes from './spot-check-notice.module.css';
import { useAnswer } from './use-answer.ts';

interface SpotChecksProps {
  campaign: Campaign;
}

export function SpotCheckNotice({ campaign }: SpotChecksProps) {
  return campaign.proofRequirements.spotChecks > 0 ? <AskedChecks campaign={campaign} /> : null;
}

function AskedChecks({ campaign }: SpotChecksProps) {
  const { checks, loadedAt, refetch } = useSpotChecks(campaign.id);
  return checks
    .filter(({ state }) => state === 'asked')
    .map((check) => (
      <Asked
        key={check.id}
        check={check}
        campaign={campaign}
        until={new Date(loadedAt + check.millisecondsLeft)}
        onOver={refetch}
      />
    ));
}

export function SpotCheckResults({ campaign }: SpotChecksProps) {
  return campaign.proofRequirements.spotChecks > 0 ? <Results campaign={campaign} /> : null;
}

function Results({ campaign }: SpotChecksProps) {
  const { checks } = useSpotChecks(campaign.id);
  return checks
    .filter(({ state }) => state !== 'asked')
    .map((check) => (
      <p key={check.id} className={classes.over} data-state={check.state}>
        {check.state === 'passed' ? (
          <IconCircleCheck size={20} aria-hidden />
        ) : (
          <IconCircleX size={20} aria-hidden />
        )}
        <span>{formatOver(check)}</span>
      </p>
    ));
}

function formatOver({ state, askedAt }: SpotCheck): string {
  const time = formatTimeOfDay(askedAt);
  return state === 'passed'
    ? t('Photo check at {time} passed.', { time })
    : t('You missed the photo check at {time}. Your proof can’t be strong.', { time });
}

interface AskedProps extends SpotChecksProps {
  check: SpotCheck;
  until: Date;
  onOver: () => void;
}

function Asked({ check, campaign, until, onOver }: AskedProps) {
  const { user } = useCurrentUser();
  const permit = useCapturePermit(user?.id, campaign.id, `check-${campaign.id}`);
  const [camera, setCamera] = useState<CameraRequest | null>(null);
  const { send, isSending, unsent, problem } = useAnswer(check.id, permit?.id);
  const seconds = useSecondsLeft(until);
  const isOver = seconds === 0;
  const look = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) look();
  }, [isOver]);
  const openCamera = () => setCamera({ kind: 'photo' });
  return (
    <section className={classes.asked} aria-label={t('Photo check')}>
      <div className={classes.words}>
        <div role="alert">
          <h2 className={classes.title}>{t('Take a photo now')}</h2>
        </div>
        <p className={classes.text}>
          {rich(
            'Show where you work. <timer>{left}</timer> left.',
            { timer: <b role="timer" /> },
            { left: formatLength(seconds) },
          )}
        </p>
      </div>
      <p className={classes.code}>
        <span className={classes.label}>{t('Code in the photo')}</span>
        <b>{check.code}</b>
      </p>
      <div className={classes.actions}>
        <Button
          size="lg"
          fullWidth
          leftSection={<IconCamera size={20} aria-hidden />}
          disabled={!permit || isOver}
          loading={isSending}
          onClick={unsent ? () => send(unsent) : openCamera}
        >
          {unsent ? t('Send again') : t('Take photo')}
        </Button>
        {unsent && !isSending ? (
          <Button variant="default" fullWidth disabled={isOver} onClick={openCamera}>
            {t('Take another photo')}
          </Button>
        ) : null}
        {permit ? null : <p className={classes.text}>{t('Go online to use the camera.')}</p>}
        <ErrorText text={isSending ? null : problem} />
      </div>
      <CameraDialog
        request={camera}
        title={campaign.title}
        code={check.code}
        videoMinutes={0}
        clockOffsetMs={permit?.offsetMs ?? 0}
        onTaken={send}
        onClose={() => setCamera(null)}
      />
    </section>
  );
}
