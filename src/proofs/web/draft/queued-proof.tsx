import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { openProofDrafts, type ProofDraft } from './draft-database.ts';
import { useQueuedProofs, useQueueProgress } from './queued-proofs.ts';
import classes from '../sending/submit-proof.module.css';

export function QueuedProof({ draft }: { draft: ProofDraft }) {
  const clock = useClock();
  const { reload } = useQueuedProofs();
  const [progress] = useQueueProgress();
  const [isChanging, setIsChanging] = useState(false);
  const share = progress?.campaignId === draft.campaignId ? progress.share : null;

  const edit = async () => {
    setIsChanging(true);
    const drafts = await openProofDrafts(clock.now());
    const present = await drafts.load(draft.accountId, draft.slot);
    if (present) await drafts.save({ ...present, queuedAt: null });
    await reload();
  };

  return (
    <div className={classes.stack}>
      <output className={classes.text}>
        {share === null
          ? t('Saved on this device on {time}. It is sent when you’re online.', {
              time: formatDayTime(draft.queuedAt ?? draft.updatedAt),
            })
          : t('Uploading, {percent}%.', { percent: Math.floor(share * 100) })}
      </output>
      {share === null ? (
        <div>
          <Button variant="default" loading={isChanging} onClick={() => void edit()}>
            {t('Edit proof')}
          </Button>
        </div>
      ) : (
        <Progress value={share * 100} size="sm" aria-label={t('Upload of your proof')} />
      )}
    </div>
  );
}
