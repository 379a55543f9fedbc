import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconDots, IconFlag, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import type { Message, Thread } from '../contract.ts';
import { Composer } from './composer.tsx';
import classes from './messages.module.css';
import { MessageLog } from './message-log.tsx';
import { ReportModal } from './report-modal.tsx';
import { useOutgoing } from './use-outgoing.ts';
import { useMarkRead, useThread } from './use-thread.ts';

interface ThreadViewProps {
  id: string;
  accountId: string;
  back: string;
  isMarketer: boolean;
}

/** Mounted again for each conversation, and for each user. */
export function ThreadView({ id, accountId, back, isMarketer }: ThreadViewProps) {
  const loaded = useThread(id);
  const { thread, error, refetch, messages } = loaded;
  const { draft, setDraft, outgoing, send, retry, remove } = useOutgoing(
    { accountId, applicationId: id },
    messages,
    loaded.add,
  );
  useMarkRead(id, messages.at(-1)?.sequence ?? 0);
  if (!thread) {
    return (
      <div className={classes.nothing}>
        {error ? (
          <ErrorState
            error={error}
            title={t('This conversation could not be loaded')}
            onRetry={() => void refetch()}
            action={<Link to={back}>{t('All conversations')}</Link>}
          />
        ) : (
          <LoadingState text={t('Loading messages...')} />
        )}
      </div>
    );
  }
  return (
    <>
      <ThreadHeader thread={thread} back={back} isMarketer={isMarketer} />
      <MessageLog
        messages={messages}
        outgoing={outgoing}
        hasEarlier={loaded.hasEarlier}
        earlierState={loaded.earlierState}
        onLoadEarlier={() => void loaded.loadEarlier()}
        onRetry={retry}
        onRemove={remove}
        otherName={thread.otherName}
        side={isMarketer ? 'marketer' : 'advertiser'}
      />
      <Arrivals messages={messages} />
      {thread.can.write ? (
        <Composer draft={draft} onDraft={setDraft} onSend={send} otherName={thread.otherName} />
      ) : (
        <p className={classes.locked}>
          <IconLock size={18} aria-hidden />
          {thread.readOnly === 'closed'
            ? t('This conversation is closed because the work ended more than 30 days ago.')
            : t('You can read this conversation, but only the owner and managers can write.')}
        </p>
      )}
    </>
  );
}

/** Says new messages of others to screen readers, but none of those that were loaded before. */
function Arrivals({ messages }: { messages: readonly Message[] }) {
  const [first] = useState(messages.at(-1)?.sequence ?? 0);
  const last = messages.findLast(({ isOwn, kind }) => !isOwn && kind === 'text');
  const isNew = last !== undefined && last.sequence > first;
  return (
    <VisuallyHidden component="output">
      {isNew ? `${last.authorName ?? ''}: ${last.text || t('sent a file')}` : ''}
    </VisuallyHidden>
  );
}

interface ThreadHeaderProps {
  thread: Thread;
  back: string;
  isMarketer: boolean;
}

function ThreadHeader({ thread, back, isMarketer }: ThreadHeaderProps) {
  const { applicationId, campaignId, campaignTitle, otherName, otherImage, can, isReported } = thread;
  const [isReporting, setIsReporting] = useState(false);
  return (
    <header className={classes.head}>
      <Link className={classes.back} to={back} aria-label={t('All conversations')}>
        <IconArrowLeft size={22} aria-hidden />
      </Link>
      <Monogram name={otherName} imageUrl={otherImage} shape={isMarketer ? 'square' : 'round'} size={44} />
      <div className={classes.headWords}>
        <h2 className={classes.headName}>{otherName}</h2>
        <Link className={classes.headCampaign} to={`/campaigns/${campaignId}`}>
          {campaignTitle}
        </Link>
      </div>
      {can.report || isReported ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('More actions')}>
              <IconDots size={22} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconFlag size={18} aria-hidden />}
              disabled={!can.report}
              onClick={() => setIsReporting(true)}
            >
              {isReported ? t('Reported', { context: 'a conversation' }) : t('Report conversation')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <ReportModal
        applicationId={applicationId}
        otherName={otherName}
        isOpen={isReporting}
        onClose={() => setIsReporting(false)}
      />
    </header>
  );
}
