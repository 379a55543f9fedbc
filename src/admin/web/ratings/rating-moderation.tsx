import { Button, Text } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '#kernel/text.ts';
import { usePages } from '#platform/web/paging.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { restoreLostFocus } from '#platform/web/ui/use-focus-after.ts';
import { type AdminRating, hideRatingWords, listAllRatings } from '#ratings/contract.ts';
import { RatingItem } from '#ratings/web/rating-item.tsx';
import { formatAuthor } from '#ratings/web/rating-labels.ts';
import classes from '../money/money.module.css';
import own from '../strikes/strike-appeals.module.css';

interface Chosen {
  row: AdminRating;
  part: 'text' | 'reply';
  isHidden: boolean;
}

export function RatingModeration() {
  const pages = usePages(listAllRatings, { query: { limit: 20 } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const place = useRef<HTMLElement>(null);
  return (
    <section ref={place} tabIndex={-1} aria-label={t('Ratings')}>
      <PagedRows
        of={pages}
        rows={pages.data}
        empty={
          <EmptyState
            icon={<IconStar />}
            title={t('No ratings yet')}
            text={t('Ratings appear here once work is paid.')}
          />
        }
      >
        {(rows) => (
          <ul className={classes.items} aria-label={t('Ratings')}>
            {rows.map((row) => (
              <RatingRow row={row} onChoose={setChosen} key={row.rating.id} />
            ))}
          </ul>
        )}
      </PagedRows>
      <SubjectModal
        subject={chosen}
        title={({ isHidden }) => (isHidden ? t('Hide these words?') : t('Show these words again?'))}
        onClose={() => setChosen(null)}
        onClosed={() => restoreLostFocus(place.current)}
      >
        {(subject) => <HidingForm chosen={subject} onClose={() => setChosen(null)} />}
      </SubjectModal>
    </section>
  );
}

function RatingRow({ row, onChoose }: { row: AdminRating; onChoose: (chosen: Chosen) => void }) {
  const { rating, ratedName, campaignTitle } = row;
  const author = formatAuthor(rating);
  return (
    <li className={`${classes.item} ${own.beside}`}>
      <RatingItem
        rating={rating}
        title={t('{author} about {rated}', { author, rated: ratedName ?? t('a deleted user') })}
      />
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          <span>{campaignTitle}</span>
          {rating.isPublished ? null : <StatusBadge tone="waiting">{t('Not public yet')}</StatusBadge>}
        </p>
        <div className={own.acts}>
          {rating.text ? (
            <Button
              size="sm"
              variant="default"
              aria-label={
                rating.isTextHidden
                  ? t('Show the words of {author}', { author })
                  : t('Hide the words of {author}', { author })
              }
              onClick={() => onChoose({ row, part: 'text', isHidden: !rating.isTextHidden })}
            >
              {rating.isTextHidden ? t('Show words') : t('Hide words')}
            </Button>
          ) : null}
          {rating.reply ? (
            <Button
              size="sm"
              variant="default"
              aria-label={
                rating.reply.isHidden
                  ? t('Show the reply to {author}', { author })
                  : t('Hide the reply to {author}', { author })
              }
              onClick={() => onChoose({ row, part: 'reply', isHidden: !rating.reply?.isHidden })}
            >
              {rating.reply.isHidden ? t('Show reply') : t('Hide reply')}
            </Button>
          ) : null}
        </div>
      </div>
    </li>
  );
}

function HidingForm({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { row, part, isHidden } = chosen;
  const hiding = useCallMutation(hideRatingWords, {
    invalidates: [listAllRatings],
    onSuccess: () => {
      showToast({ title: isHidden ? t('Words hidden') : t('Words shown'), tone: 'success' });
      onClose();
    },
  });
  return (
    <ReasonForm
      description={
        isHidden
          ? t('The author sees this. It’s saved in the audit log with your name.')
          : t('It’s saved in the audit log with your name.')
      }
      maxLength={500}
      call={hiding}
      submitLabel={isHidden ? t('Hide words') : t('Show words')}
      isDangerous={isHidden}
      onCancel={onClose}
      onSubmit={(reason) =>
        hiding.mutate({ params: { id: row.rating.id }, body: { part, isHidden, reason } })
      }
    >
      <Text>
        {t('“{words}” The stars stay.', {
          words: (part === 'text' ? row.rating.text : row.rating.reply?.text) ?? '',
        })}
      </Text>
    </ReasonForm>
  );
}
