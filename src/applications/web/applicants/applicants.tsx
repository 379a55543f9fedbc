import { Button } from '@mantine/core';
import { IconListSearch, IconUsers } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { useFocusAfter } from '#platform/web/ui/use-focus-after.ts';
import { useAllPages } from '#platform/web/paging.ts';
import { type Application, listApplications } from '../../contract.ts';
import { ApplicantRejection } from './applicants-rejection.tsx';
import { ApplicantRow, isDecidable } from './applicants-row.tsx';
import { ApplicantSelection, MixedResults } from './applicants-selection.tsx';
import { applicantViews, formatConfirmations, sortApplicants, withUniqueNames } from './applicant-labels.ts';
import classes from './applicants.module.css';
import { ApplicationViews } from '../application-views.tsx';
import { useApplicantDecision } from './use-applicant-decision.ts';

const PAGE_ROWS = 50;

/** The applicants of a campaign, undecided first, for the campaign's owner and team. */
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
        title="Applicants could not be loaded"
        onRetry={() => void applications.refetch()}
      />
    ) : (
      <LoadingState text="Loading applicants..." />
    );
  }
  if (applications.data.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers />}
        title="No applicants yet"
        text="Marketers who apply appear here for you to approve."
      />
    );
  }
  return (
    <ApplicantList campaign={campaign} applications={sortApplicants(withUniqueNames(applications.data))} />
  );
}

interface ApplicantListProps {
  campaign: Campaign;
  applications: readonly Application[];
}

function ApplicantList({ campaign, applications }: ApplicantListProps) {
  const [search, setSearch] = useSearchParams();
  const view = applicantViews.find(({ name }) => name === search.get('show')) ?? applicantViews[0];
  const decision = useApplicantDecision(applications);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<readonly Application[]>([]);
  const [limit, setLimit] = useState(PAGE_ROWS);
  // A decision removes the pressed button, so focus moves to the count of places, which has changed.
  const places = useFocusAfter<HTMLParagraphElement>(decision.isPending);

  const found = applications.filter(view.has);
  const shown = found.slice(0, limit);
  const selectable = shown.filter(isDecidable);
  // Drop the selection of applicants that are no longer shown or were decided elsewhere.
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const select = (chosen: readonly Application[]) => setSelectedIds(new Set(chosen.map(({ id }) => id)));
  const open = (name: string) => {
    setLimit(PAGE_ROWS);
    select([]);
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (name === 'all') next.delete('show');
        else next.set('show', name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const reject = (reason: string) => {
    setRejecting([]);
    const [only] = rejecting;
    if (only && rejecting.length === 1) decision.decide(only, 'rejected', reason);
    else decision.decideSeveral(rejecting, 'rejected', reason);
  };
  return (
    <>
      <Places campaign={campaign} applications={applications} focusRef={places} />
      <ApplicationViews
        label="Filter applicants"
        views={applicantViews}
        applications={applications}
        chosen={view.name}
        onChoose={open}
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
        <ul className={classes.rows} aria-label="Applicants">
          {shown.map((application) => (
            <ApplicantRow
              key={application.id}
              application={application}
              businessId={campaign.businessId}
              isPending={decision.isPending}
              isSelected={selectable.length > 1 && selectedIds.has(application.id)}
              isSelectable={selectable.length > 1}
              onSelect={(isSelected) =>
                select(
                  selectable.filter(({ id }) => (id === application.id ? isSelected : selectedIds.has(id))),
                )
              }
              onApprove={() => decision.decide(application, 'approved')}
              onReject={() => setRejecting([application])}
              onBench={(isOnBench) => decision.setBench(application, isOnBench)}
            />
          ))}
        </ul>
      ) : (
        <EmptyView onShowAll={() => open('all')} />
      )}
      {found.length > limit ? (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setLimit(limit + PAGE_ROWS)}>
            Show more
          </Button>
        </div>
      ) : null}
      <ApplicantRejection applications={rejecting} onClose={() => setRejecting([])} onReject={reject} />
    </>
  );
}

interface PlacesProps extends ApplicantListProps {
  focusRef: RefObject<HTMLParagraphElement | null>;
}

/** The number of places taken and confirmed, with a note on the waitlist if the campaign can have one. */
function Places({ campaign, applications, focusRef }: PlacesProps) {
  const { marketersHired, totalMarketersNeeded } = campaign;
  const confirmations = formatConfirmations(applications);
  const hasBench = applications.some(({ can, benchPosition }) => can.bench || benchPosition !== null);
  return (
    <>
      <p className={classes.count} ref={focusRef} tabIndex={-1} aria-live="polite">
        {marketersHired} of {totalMarketersNeeded} places are taken.{confirmations ? ` ${confirmations}` : ''}
      </p>
      {hasBench ? (
        <p className={classes.count}>
          The first person on the waitlist automatically gets the next free place.
        </p>
      ) : null}
    </>
  );
}

function EmptyView({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<IconListSearch />}
      title="No applicants here"
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all applicants
        </Button>
      }
    />
  );
}
