import { Anchor, Button, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type DisputableApproval, listDisputableApprovals } from '#disputes/support-contract.ts';
import { OpenDisputeForm } from '#disputes/web/open-dispute-form.tsx';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { usePages } from '#platform/web/paging.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import classes from '../money/money.module.css';

export function DisputableApprovals() {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<DisputableApproval | null>(null);
  const pages = usePages(listDisputableApprovals, { query: { q, limit: 20 } }, { keepsLast: true });
  return (
    <section aria-label={t('Approved work')} className={classes.stack}>
      <SearchField
        label={t('Search approved work')}
        description={t('You can dispute it for the advertiser until its pay is sent.')}
        placeholder={t('Campaign, name or email')}
        value={q}
        onSearch={setQ}
      />
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText={t('Loading approved work...')}
        empty={
          <EmptyState
            icon={<IconScale />}
            title={q ? t('No approved work found') : t('No approved work to dispute')}
            text={t('Once the pay is sent, the work can’t be disputed.')}
          />
        }
      >
        {(approvals) => (
          <ul className={classes.items} aria-label={t('Approved work')}>
            {approvals.map((approval) => (
              <Approval approval={approval} onOpen={() => setChosen(approval)} key={approval.proofId} />
            ))}
          </ul>
        )}
      </PagedRows>
      <SubjectModal
        subject={chosen}
        title={({ businessName }) => t('Dispute this approval for {businessName}?', { businessName })}
        onClose={() => setChosen(null)}
      >
        {({ proofId }) => (
          <OpenDisputeForm proofId={proofId} decision="approval" isByAdmin onClose={() => setChosen(null)} />
        )}
      </SubjectModal>
    </section>
  );
}

function Approval({ approval, onOpen }: { approval: DisputableApproval; onOpen: () => void }) {
  const { campaignId, campaignTitle, marketerName, businessName, pay, approvedAt } = approval;
  return (
    <li className={classes.item}>
      <b>
        {marketerName}, {formatMoney(pay)}
      </b>
      <Text>
        <Anchor component={Link} to={`/campaigns/${campaignId}`}>
          {campaignTitle}
        </Anchor>
        , {businessName}
      </Text>
      <div className={classes.itemBottom}>
        <p className={classes.meta}>
          <span>
            {rich(
              'approved <time>{at}</time>',
              { time: <time dateTime={approvedAt} /> },
              { at: formatDayTime(approvedAt) },
            )}
          </span>
        </p>
        <Button
          size="sm"
          variant="default"
          onClick={onOpen}
          aria-label={t('Open dispute: {marketerName}, {campaignTitle}', { marketerName, campaignTitle })}
        >
          {t('Open dispute')}
        </Button>
      </div>
    </li>
  );
}
