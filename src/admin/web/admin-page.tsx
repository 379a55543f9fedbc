import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { useActiveTabInView } from '#platform/web/ui/use-active-tab-in-view.ts';
import { KycReviewQueue } from '#kyc/web/kyc-review-queue.tsx';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import { AdminFigures } from './users/admin-figures.tsx';
import { AuditPanel } from './audit/audit-panel.tsx';
import { DisputeQueue } from './disputes/dispute-queue.tsx';
import { MoneyPanel } from './money/money-panel.tsx';
import { MessageReports } from './reports/message-reports.tsx';
import { WeakProofs } from './proofs/weak-proofs.tsx';
import { RatingModeration } from './ratings/rating-moderation.tsx';
import { SocialPanel } from './users/social-panel.tsx';
import { StrikeAppeals } from './strikes/strike-appeals.tsx';
import { TrendsPanel } from './trends/trends-panel.tsx';
import { UserTable } from './users/user-table.tsx';
import classes from './admin.module.css';
import { adminTabs } from './admin-tabs.ts';

export const handle: PageHandle = { roles: ['admin'], appearsAtOnce: true };
export const meta = pageMeta(msg('Admin Panel'));

/** The /admin page. `?tab=` selects the open tab. */
export default function AdminPage() {
  const [search, setSearch] = useSearchParams();
  // Old links use 'ledger', the tab's name when it only had the trial balance.
  const asked = search.get('tab') === 'ledger' ? 'money' : search.get('tab');
  const tab = adminTabs.find(({ name }) => name === asked)?.name ?? 'users';
  const open = (next: string | null) =>
    setSearch(next && next !== 'users' ? { tab: next } : {}, { replace: true, preventScrollReset: true });
  const list = useActiveTabInView(tab);
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
        <Tabs.Panel value="users">
          <UserTable />
        </Tabs.Panel>
        <Tabs.Panel value="trends">
          <TrendsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="kyc">
          <KycReviewQueue />
        </Tabs.Panel>
        <Tabs.Panel value="social">
          <SocialPanel />
        </Tabs.Panel>
        <Tabs.Panel value="money">
          <MoneyPanel />
        </Tabs.Panel>
        <Tabs.Panel value="proofs">
          <WeakProofs />
        </Tabs.Panel>
        <Tabs.Panel value="disputes">
          <DisputeQueue />
        </Tabs.Panel>
        <Tabs.Panel value="strikes">
          <StrikeAppeals />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <MessageReports />
        </Tabs.Panel>
        <Tabs.Panel value="ratings">
          <RatingModeration />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditPanel />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
