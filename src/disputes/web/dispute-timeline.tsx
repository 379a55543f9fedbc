import { IconFile, IconVideo } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import type { Dispute, DisputeFile, DisputeStep } from '../contract.ts';
import { formatStep } from './dispute-labels.ts';
import classes from './dispute.module.css';

export function DisputeTimeline({ dispute }: { dispute: Dispute }) {
  return (
    <Panel title={t('What was said')}>
      <ol className={classes.timeline}>
        {dispute.steps.map((step, index) => (
          // Steps are append-only, so their position is a stable key.
          <Step step={step} dispute={dispute} key={index} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, dispute }: { step: DisputeStep; dispute: Dispute }) {
  return (
    <li className={classes.step} data-side={step.side}>
      <div className={classes.stepTop}>
        <b>{formatStep(step, dispute)}</b>
        <time className={classes.when} dateTime={step.at}>
          {formatDayTime(step.at)}
        </time>
      </div>
      {step.text ? <p className={classes.text}>{step.text}</p> : null}
      <Files files={step.files} />
    </li>
  );
}

function Files({ files }: { files: readonly DisputeFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(({ uploadId, url, contentType }, index) => (
        <li key={uploadId}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('Open file {position} of {count}', { position: index + 1, count: files.length })}
          >
            {contentType.startsWith('image/') ? (
              <img className={classes.file} src={url} alt="" loading="lazy" />
            ) : (
              <span className={classes.file} aria-hidden>
                {contentType.startsWith('video/') ? <IconVideo /> : <IconFile />}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
