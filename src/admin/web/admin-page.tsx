import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { useActiveTabInView } from '#platform/web/ui/use-active-tab-in-view.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import { AdminFigures } from './users/admin-figures.tsx';
import { UserTable } from './users/user-table.tsx';
import classes from './admin.module.css';
import { adminTabs } from './admin-tabs.ts';

export const handle: PageHandle = { roles: ['admin'], appearsAtOnce: true };
export const meta = pageMeta(msg('Admin Panel'));

const OtherTabPanel = lazy(() => import('./other-tabs.tsx'));

export default function AdminPage() {
  const [search, setSearch] = useSearchParams();
  const tab = adminTabs.find(({ name }) => name === search.get('tab'))?.name ?? 'users';
  const open = (next: string | null) =>
    setSearch(next && next !== 'users' ? { tab: next } : {}, { replace: true, preventScrollReset: true });
  const list = useActiveTabInView(tab);
  // Old links use 'ledger', the tab's name when it only had the trial balance.
  if (search.get('tab') === 'ledger') return <Navigate to="?tab=money&view=ledger" replace />;
  return (
    <>
      <PageHeader title={t('Admin Panel')} />
      <div className={tab === 'users' ? undefined : classes.wideOnly}>
        <AdminFigures />
      </div>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg" aria-label={t('Administration')} className={row.row} ref={list}>
          {adminTabs.map(({ name, label }) => (
            <Tabs.Tab value={name} key={name}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {adminTabs.map(({ name }) => (
          <Tabs.Panel value={name} key={name}>
            {name === 'users' ? (
              <UserTable />
            ) : (
              <Suspense fallback={<LoadingState />}>
                <OtherTabPanel tab={name} />
              </Suspense>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
