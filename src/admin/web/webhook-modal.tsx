import { getWebhook } from '#payments/admin-contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { SubjectModal } from '#platform/web/ui/subject-modal.tsx';
import classes from './money.module.css';

/** One notice with everything that it says. */
export function WebhookModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <SubjectModal subject={id} title="Notice of the wallet" size="xl" onClose={onClose}>
      {(subject) => <Notice id={subject} />}
    </SubjectModal>
  );
}

function Notice({ id }: { id: string }) {
  // Never out of the cache: a look that the server does not see is not in the audit log.
  const { data, error, refetch } = useEndpoint(getWebhook, { params: { id } }, { gcTime: 0 });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <div className={classes.stack}>
      <p className={classes.meta}>
        <span>{data.type}</span>
        <span className={classes.reference}>{data.id}</span>
        {data.outcome === null ? null : <span className={classes.reference}>{data.outcome}</span>}
      </p>
      <pre className={classes.body}>{laidOut(data.body)}</pre>
      <p className={classes.meta}>This look is in the audit log: the text names the payer.</p>
    </div>
  );
}

/** JSON on many lines; whatever else it is, as it came. */
function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
