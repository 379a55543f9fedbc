import { t } from '#kernel/text.ts';
import { getWebhook } from '#payments/admin-contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { SubjectModal } from '#platform/web/ui/layout/subject-modal.tsx';
import classes from './money.module.css';

export function WebhookModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <SubjectModal subject={id} title={t('Webhook')} size="xl" onClose={onClose}>
      {(subject) => <WebhookDetails id={subject} />}
    </SubjectModal>
  );
}

function WebhookDetails({ id }: { id: string }) {
  // Never cached, because the server audits every view.
  const { data, error, refetch } = useEndpoint(getWebhook, { params: { id } }, { gcTime: 0 });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <div className={classes.stack}>
      <p className={classes.meta}>
        <span>{data.type}</span>
        <span className={classes.reference}>{data.id}</span>
        {data.outcome === null ? null : <span className={classes.reference}>{data.outcome}</span>}
      </p>
      {data.body === '' ? (
        <p className={classes.meta}>{t('The contents were deleted after 30 days.')}</p>
      ) : (
        <pre className={classes.body}>{formatJson(data.body)}</pre>
      )}
      <p className={classes.meta}>{t('Viewing this is recorded in the audit log.')}</p>
    </div>
  );
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
