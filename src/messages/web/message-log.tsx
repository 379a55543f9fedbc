import { Button, Loader } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import type { Message, MessageSide } from '../contract.ts';
import { MessageItem } from './message-item.tsx';
import classes from './messages.module.css';
import { groupByDay } from './message-labels.ts';
import type { Outgoing } from './use-outgoing.ts';

interface MessageLogProps {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  hasEarlier: boolean;
  earlierState: 'idle' | 'loading' | 'failed';
  onLoadEarlier: () => void;
  onRetry: (message: Outgoing) => void;
  onRemove: (id: string) => void;
  otherName: string;
  side: MessageSide;
}

/** It stays at its end, and at its place when earlier messages load. */
export function MessageLog(props: MessageLogProps) {
  const { messages, outgoing, hasEarlier, earlierState, otherName, side } = props;
  const now = useNow(MINUTE);
  const isEmpty = messages.length === 0 && outgoing.length === 0;
  return (
    // Keyboard users scroll it, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.log} tabIndex={0} aria-label={t('Messages with {otherName}', { otherName })}>
      <div className={classes.logContent}>
        {hasEarlier ? (
          <div className={classes.earlier}>
            {earlierState === 'failed' ? (
              <p role="alert">{t('Could not load more. Please try again.')}</p>
            ) : null}
            <Button
              variant="default"
              size="sm"
              loading={earlierState === 'loading'}
              onClick={props.onLoadEarlier}
            >
              {t('Load earlier messages')}
            </Button>
          </div>
        ) : null}
        {isEmpty ? <p className={classes.first}>{t('Say hello to {otherName}.', { otherName })}</p> : null}
        {groupByDay(messages, now).map(({ day, messages: ofDay }) => (
          <section aria-label={day} key={ofDay[0]?.id}>
            <p className={classes.day} aria-hidden>
              {day}
            </p>
            <ol className={classes.messages}>
              {ofDay.map((message) => (
                <MessageItem message={message} isRight={message.side === side} key={message.id} />
              ))}
            </ol>
          </section>
        ))}
        {outgoing.length > 0 ? (
          <ol className={classes.messages} aria-label={t('Not sent yet')}>
            {outgoing.map((message) => (
              <OutgoingItem
                message={message}
                onRetry={() => props.onRetry(message)}
                onRemove={() => props.onRemove(message.id)}
                key={message.id}
              />
            ))}
          </ol>
        ) : null}
      </div>
    </section>
  );
}

interface OutgoingItemProps {
  message: Outgoing;
  onRetry: () => void;
  onRemove: () => void;
}

function OutgoingItem({ message, onRetry, onRemove }: OutgoingItemProps) {
  const { text, files, error } = message;
  return (
    <li className={classes.message} data-right data-state={error === null ? 'sending' : 'failed'}>
      {text ? <p className={classes.bubble}>{text}</p> : null}
      {files.length > 0 ? <p className={classes.bubble}>{files.map(({ name }) => name).join(', ')}</p> : null}
      {error !== null ? (
        <div className={classes.failed} role="alert">
          <span>{error}</span>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onRemove}>
            {t('Delete')}
          </Button>
        </div>
      ) : (
        <p className={classes.meta}>
          <Loader size={12} aria-hidden />
          <span>{t('Sending...')}</span>
        </p>
      )}
    </li>
  );
}
