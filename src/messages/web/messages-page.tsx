import { VisuallyHidden } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useParams, useSearchParams } from 'react-router';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import classes from './messages.module.css';
import { ThreadList } from './thread-list.tsx';
import { ThreadView } from './thread-view.tsx';
import { useMessageStream } from './use-message-stream.ts';

export const handle: PageHandle = { roles: ['marketer', 'advertiser'], appearsAtOnce: true };
export const meta = pageMeta(msg('Messages'));

export default function MessagesPage() {
  const { id } = useParams();
  const [search, setSearch] = useSearchParams();
  const { user } = useCurrentUser();
  const isPolling = useMessageStream();
  const query = search.size > 0 ? `?${search}` : '';
  const isMarketer = user?.userType === 'marketer';
  return (
    <div className={classes.page} data-open={id !== undefined || undefined}>
      <section className={classes.list} aria-label={t('All conversations')}>
        <h1 className={classes.title}>{t('Messages')}</h1>
        <ThreadList
          search={search.get('search') ?? ''}
          onSearch={(text) => setSearch(text ? { search: text } : {}, { replace: true })}
          query={query}
          isMarketer={isMarketer}
        />
      </section>
      <div className={classes.conversation}>
        {id === undefined ? (
          <div className={classes.nothing}>
            <p className={classes.choose}>
              <IconMessages size={32} aria-hidden />
              {t('Choose a conversation')}
            </p>
          </div>
        ) : null}
        {id !== undefined && user ? (
          <ThreadView
            id={id}
            accountId={user.id}
            back={`/messages${query}`}
            isMarketer={isMarketer}
            key={`${user.id} ${id}`}
          />
        ) : null}
      </div>
      <VisuallyHidden component="output">
        {isPolling ? t('Live updates are unavailable. Refreshing every 10 seconds.') : ''}
      </VisuallyHidden>
    </div>
  );
}
