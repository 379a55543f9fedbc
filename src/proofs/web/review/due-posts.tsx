import { Accordion, Anchor, Button, Group } from '@mantine/core';
import { useRef } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { listProofs } from '../../contract.ts';
import { type DuePostCheck, listDuePostChecks, recordPostCheck } from '../../post-contract.ts';
import { formatPostSeen } from '../post-labels.ts';
import classes from './proof-review.module.css';

/**
 * Posts that the business should look at again. Closed, because proofs to decide are more urgent. Shows nothing if
 * there are none.
 */
export function DuePosts() {
  const due = useEndpoint(listDuePostChecks, {}, { refetchOnMount: 'always' });
  const place = useRef<HTMLElement>(null);
  const record = useCallMutation(recordPostCheck, {
    invalidates: [listDuePostChecks, listProofs],
    onSuccess: () => {
      showToast({ title: t('Saved'), message: t('Both sides see it with the proof.'), tone: 'success' });
      // The pressed button disappears with the row, so move the focus.
      requestAnimationFrame(() => restoreLostFocus(place.current));
    },
    onError: (error) => showErrorToast(error, t('We couldn’t save this.')),
  });
  // The proofs below show their own error if nothing can be loaded.
  if (!due.data || due.data.length === 0) return null;
  return (
    <section ref={place} tabIndex={-1} aria-label={t('Posts to check again')}>
      <Accordion variant="separated" radius="lg" order={2} mb="lg">
        <Accordion.Item value="posts">
          <Accordion.Control>
            {t('Posts to check again: {count}', { count: due.data.length })}
          </Accordion.Control>
          <Accordion.Panel>
            <ul className={classes.checkList}>
              {due.data.map((check) => (
                <DueRow
                  key={`${check.proofId} ${check.reason}`}
                  check={check}
                  isPending={record.isPending}
                  onRecord={(state) => {
                    const { proofId: id, reason } = check;
                    record.mutate({ params: { id }, body: { reason, state } });
                  }}
                />
              ))}
            </ul>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </section>
  );
}

interface DueRowProps {
  check: DuePostCheck;
  isPending: boolean;
  onRecord: (state: 'live' | 'gone') => void;
}

function DueRow({ check, isPending, onRecord }: DueRowProps) {
  const { marketerName, campaignTitle, postUrl, reason, dueAt, seen, can } = check;
  return (
    <li className={classes.checkRow}>
      <div className={classes.checkWords}>
        <Anchor className={classes.link} href={postUrl} target="_blank" rel="noreferrer nofollow">
          {t('Post by {name}', { name: marketerName })}
        </Anchor>
        <p className={classes.plain}>
          {t(
            '{campaign}, {occasion, select, day {one day after it was sent} other {at the campaign’s end}}. Due since {time}.',
            {
              campaign: campaignTitle,
              occasion: reason === 'first-day' ? 'day' : 'end',
              time: formatDayTime(dueAt),
            },
          )}
        </p>
        {seen === null ? null : <p className={classes.plain}>{formatPostSeen(seen)}</p>}
      </div>
      {can.decide ? (
        <Group gap="sm">
          <Button
            variant="default"
            size="sm"
            disabled={isPending}
            aria-label={t('Still there: post by {marketerName}', { marketerName })}
            onClick={() => onRecord('live')}
          >
            {t('Still there')}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={isPending}
            aria-label={t('Gone: post by {marketerName}', { marketerName })}
            onClick={() => onRecord('gone')}
          >
            {t('Gone')}
          </Button>
        </Group>
      ) : null}
    </li>
  );
}
