import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { type RefObject, useMemo, useState } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { useUrlPanel } from '#platform/web/hooks/use-url-panel.ts';
import { type Application, listApplications } from '../../contract.ts';
import { ApplicantPanel } from './applicant-panel.tsx';
import { ApplicantRejection } from './applicants-rejection.tsx';
import { type ApplicantActionsProps, ApplicantRow, isDecidable } from './applicants-row.tsx';
import { ApplicantSelection, MixedResults } from './applicants-selection.tsx';
import {
  applicantViews,
  formatConfirmations,
  hasName,
  sortApplicants,
  withUniqueNames,
} from './applicant-labels.ts';
import { ApplicantsToolbar, useApplicantFilters } from './applicants-toolbar.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useUndo } from './use-undo.ts';
import classes from './applicants.module.css';
import { ApplicationViews } from '../application-views.tsx';
import { useApplicantDecision } from './use-applicant-decision.ts';

const PAGE_ROWS = 50;

export function Applicants({ campaign }: { campaign: Campaign }) {
  const applications = useAllPages(
    listApplications,
    { query: { campaignId: campaign.id } },
    { refetchOnMount: 'always' },
  );
  if (!applications.data) {
    return applications.isError ? (
      <ErrorState
        error={applications.error}
        title={t('Applicants could not be loaded')}
        onRetry={() => void applications.refetch()}
      />
    ) : (
      <LoadingState text={t('Loading applicants...')} />
    );
  }
  if (applications.data.length === 0) {
    return (
      <EmptyState
        drawing="sent"
        title={t('No applicants yet')}
        text={t('Marketers who apply appear here for you to approve.')}
      />
    );
  }
  return <ApplicantList campaign={campaign} loaded={applications.data} />;
}

/** Offered only if there is such an applicant. */
const rareViews: ReadonlySet<string> = new Set(['bench', 'rejected', 'withdrawn']);

interface ApplicantListProps {
  campaign: Campaign;
  loaded: readonly Application[];
}

function ApplicantList({ campaign, loaded }: ApplicantListProps) {
  // The time to undo is counted from when this list was loaded, so a render must not make a new one.
  const applications = useMemo(() => withUniqueNames(loaded), [loaded]);
  const filters = useApplicantFilters();
  const panel = useUrlPanel('applicant');
  const decision = useApplicantDecision(applications);
  const { undoable, secondsLeft } = useUndo(applications);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<readonly Application[]>([]);
  const [limit, setLimit] = useState(PAGE_ROWS);
  // A decision removes the pressed button, so focus moves to the count of places, which has changed.
  const places = useFocusAfter<HTMLParagraphElement>(decision.isPending);

  const found = sortApplicants(applications, filters.order).filter(
    (one) => filters.view.has(one) && hasName(one, filters.name),
  );
  const shown = found.slice(0, limit);
  const selectable = shown.filter(isDecidable);
  // Drop the selection of applicants that are no longer shown or were decided elsewhere.
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const select = (chosen: readonly Application[]) => setSelectedIds(new Set(chosen.map(({ id }) => id)));
  const opened = applications.find(({ id }) => id === panel.id) ?? null;
  const lastDecided = undoable.filter(({ id }) => decision.decided.includes(id));
  const getActions = (application: Application): ApplicantActionsProps => ({
    application,
    isPending: decision.isPending,
    onApprove: () => decision.decide(application, 'approved'),
    onReject: () => setRejecting([application]),
    onBench: (isOnBench) => decision.setBench(application, isOnBench),
    onUndo: undoable.some(({ id }) => id === application.id) ? () => decision.undo([application]) : null,
  });
  const reject = (reason: string) => {
    setRejecting([]);
    const [only] = rejecting;
    if (only && rejecting.length === 1) decision.decide(only, 'rejected', reason);
    else decision.decideSeveral(rejecting, 'rejected', reason);
  };
  return (
    <>
      <Places campaign={campaign} applications={applications} focusRef={places} />
      {applications.length > 1 ? <ApplicantsToolbar {...filters} /> : null}
      <ApplicationViews
        label={t('Filter applicants')}
        views={applicantViews
          .filter((one) => !rareViews.has(one.name) || one === filters.view || applications.some(one.has))
          .map(({ label, ...view }) => ({ ...view, label: t(label) }))}
        applications={applications}
        chosen={filters.view.name}
        onChoose={(show) => {
          setLimit(PAGE_ROWS);
          select([]);
          filters.change({ show });
        }}
      />
      <MixedResults result={decision.mixed} onDismiss={decision.forgetMixed} />
      {selectable.length > 1 ? (
        <ApplicantSelection
          selectable={selectable}
          selected={selected}
          placesLeft={campaign.totalMarketersNeeded - campaign.marketersHired}
          isPending={decision.isPending}
          onSelect={select}
          onApprove={() => decision.decideSeveral(selected, 'approved')}
          onReject={() => setRejecting(selected)}
        />
      ) : null}
      {shown.length > 0 ? (
        <ul className={classes.rows} aria-label={t('Applicants')}>
          {shown.map((application) => (
            <ApplicantRow
              key={application.id}
              {...getActions(application)}
              link={panel.linkTo(application.id)}
              isSelected={selectable.length > 1 && selectedIds.has(application.id)}
              isSelectable={selectable.length > 1}
              onSelect={(isSelected) =>
                select(
                  selectable.filter(({ id }) => (id === application.id ? isSelected : selectedIds.has(id))),
                )
              }
            />
          ))}
        </ul>
      ) : (
        <EmptyView onShowAll={() => filters.change({ show: '', name: '' })} />
      )}
      {applications.some(({ can, benchPosition }) => can.bench || benchPosition !== null) ? (
        <p className={classes.waitlist}>
          {t('The first person on the waitlist automatically gets the next free place.')}
        </p>
      ) : null}
      {found.length > limit ? (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setLimit(limit + PAGE_ROWS)}>
            {t('Show more')}
          </Button>
        </div>
      ) : null}
      <ApplicantPanel
        application={opened}
        listed={found}
        businessId={campaign.businessId}
        getActions={getActions}
        onShow={({ id }) => panel.show(id)}
        onClose={panel.close}
      />
      <ApplicantRejection applications={rejecting} onClose={() => setRejecting([])} onReject={reject} />
      <UndoBar
        undoable={opened ? [] : lastDecided}
        secondsLeft={secondsLeft}
        isPending={decision.isPending}
        onUndo={() => decision.undo(lastDecided)}
      />
    </>
  );
}

interface PlacesProps {
  campaign: Campaign;
  applications: readonly Application[];
  focusRef: RefObject<HTMLParagraphElement | null>;
}

function Places({ campaign, applications, focusRef }: PlacesProps) {
  const { marketersHired, totalMarketersNeeded } = campaign;
  const confirmations = formatConfirmations(applications);
  return (
    <p className={classes.count} ref={focusRef} tabIndex={-1} aria-live="polite">
      {t('{hired} of {needed} places are taken.', { hired: marketersHired, needed: totalMarketersNeeded })}
      {confirmations ? ` ${confirmations}` : ''}
    </p>
  );
}

function EmptyView({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<IconListSearch />}
      title={t('No applicants here')}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t('Show all applicants')}
        </Button>
      }
    />
  );
}
