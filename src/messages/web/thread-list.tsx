import { Button, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { usePages } from '#platform/web/paging.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { listThreads, type ThreadSummary } from '../contract.ts';
import classes from './messages.module.css';
import { formatShortTime, formatPreview } from './message-labels.ts';
import { CountBadge } from '#platform/web/ui/states/count-badge.tsx';

interface ThreadListProps {
  search: string;
  onSearch: (search: string) => void;
  /** Kept in links, so that a search stays when a conversation is opened. */
  query: string;
  isMarketer: boolean;
}

export function ThreadList({ search, onSearch, query, isMarketer }: ThreadListProps) {
  const pages = usePages(
    listThreads,
    { query: { limit: 30, ...(search ? { search } : {}) } },
    { keepsLast: true },
  );
  return (
    <>
      <SearchField
        aria-label={t('Search conversations')}
        placeholder={isMarketer ? t('Search campaigns or businesses') : t('Search campaigns or marketers')}
        value={search}
        maxLength={100}
        onSearch={onSearch}
      />
      <div className={classes.listScroll}>
        <PagedRows
          of={pages}
          rows={pages.data}
          loadingText={t('Loading conversations...')}
          empty={
            search ? (
              <EmptyState
                icon={<IconSearch />}
                title={t('No conversations found')}
                action={
                  <Button variant="default" onClick={() => onSearch('')}>
                    {t('Clear search')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                drawing="talk"
                title={t('No messages yet')}
                text={
                  isMarketer
                    ? t('Write to an advertiser from one of your applications.')
                    : t('Write to a marketer from the applicants of a campaign.')
                }
              />
            )
          }
        >
          {(threads) => (
            <ul className={classes.threads} aria-label={t('Conversations')}>
              {threads.map((thread) => (
                <ThreadItem thread={thread} query={query} isRound={!isMarketer} key={thread.applicationId} />
              ))}
            </ul>
          )}
        </PagedRows>
      </div>
    </>
  );
}

interface ThreadItemProps {
  thread: ThreadSummary;
  query: string;
  isRound: boolean;
}

function ThreadItem({ thread, query, isRound }: ThreadItemProps) {
  const { applicationId, campaignTitle, otherName, otherImage, lastAt, unread } = thread;
  const now = useNow(MINUTE);
  return (
    <li>
      <NavLink
        className={classes.thread ?? ''}
        to={`/messages/${applicationId}${query}`}
        data-unread={unread > 0 || undefined}
      >
        <Monogram name={otherName} imageUrl={otherImage} shape={isRound ? 'round' : 'square'} size={44} />
        <span className={classes.threadWords}>
          <span className={classes.threadTop}>
            <span className={classes.threadName}>{otherName}</span>
            <time className={classes.threadTime} dateTime={lastAt}>
              {formatShortTime(lastAt, now)}
            </time>
          </span>
          <span className={classes.threadCampaign}>{campaignTitle}</span>
          <span className={classes.threadTop}>
            <span className={classes.threadText}>
              <VisuallyHidden>{t('Last message:')} </VisuallyHidden>
              {formatPreview(thread)}
            </span>
            <CountBadge count={unread} text={t('{count} unread', { count: unread })} />
          </span>
        </span>
      </NavLink>
    </li>
  );
}
