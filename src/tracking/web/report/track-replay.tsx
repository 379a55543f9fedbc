import { Button, NativeSelect } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { CountedSession } from '../../contract.ts';
import { getTrack } from '../../track-contract.ts';
import { TrackPlayer } from './track-player.tsx';
import classes from './track-replay.module.css';

interface TrackReplayProps {
  sessions: readonly Pick<CountedSession, 'id' | 'startTime'>[];
}

export function TrackReplay({ sessions }: TrackReplayProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const sessionId = chosenId ?? sessions.at(-1)?.id;
  if (sessionId === undefined) return null;
  return (
    <div className={classes.replay}>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRoute size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Hide your route') : t('Show your route')}
        </Button>
      </div>
      {isOpen && sessions.length > 1 ? (
        <NativeSelect
          label={t('Session')}
          value={sessionId}
          onChange={(event) => setChosenId(event.currentTarget.value)}
          data={sessions.map(({ id, startTime }) => ({ value: id, label: formatDayTime(startTime) }))}
        />
      ) : null}
      {isOpen ? <LoadedTrack key={sessionId} sessionId={sessionId} /> : null}
    </div>
  );
}

function LoadedTrack({ sessionId }: { sessionId: string }) {
  const { data, error, refetch } = useEndpoint(
    getTrack,
    { params: { id: sessionId } },
    { refetchOnMount: 'always' },
  );
  if (!data) {
    return error ? (
      <ErrorState error={error} title={t('Your route could not be loaded')} onRetry={() => void refetch()} />
    ) : (
      <LoadingState text={t('Loading your route...')} />
    );
  }
  return <TrackPlayer track={data} reader="marketer" />;
}
