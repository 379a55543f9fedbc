import { Button, Modal } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { getTrack } from '../../track-contract.ts';
import { TrackPlayer } from './track-player.tsx';
import classes from './track-replay.module.css';

interface DisputeTrackProps {
  sessionId: string;
  disputeId: string;
}

/** Asks for a reason before each look, because each one is audited. */
export function DisputeTrack({ sessionId, disputeId }: DisputeTrackProps) {
  const [isAsking, setIsAsking] = useState(false);
  // A mutation, because a query would look again without the admin.
  const look = useCallMutation(getTrack, { onSuccess: () => setIsAsking(false) });
  const close = () => {
    setIsAsking(false);
    look.reset();
  };
  return (
    <div className={classes.replay}>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRoute size={16} aria-hidden />}
          aria-expanded={look.data !== undefined}
          onClick={() => (look.data ? look.reset() : setIsAsking(true))}
        >
          {look.data ? t('Hide exact route') : t('Show exact route')}
        </Button>
      </div>
      <Modal opened={isAsking} onClose={close} title={t('Why do you need the exact route?')}>
        <ReasonForm
          description={t(
            'It’s saved in the audit log with your name. Both sides are told when the dispute is decided.',
          )}
          maxLength={500}
          call={look}
          failedText={t('The route could not be loaded. Please try again.')}
          submitLabel={t('Show route')}
          onCancel={close}
          onSubmit={(reason) =>
            look.mutate({ params: { id: sessionId }, query: { reason, dispute: disputeId } })
          }
        />
      </Modal>
      {look.data ? <TrackPlayer track={look.data} reader="admin" /> : null}
    </div>
  );
}
