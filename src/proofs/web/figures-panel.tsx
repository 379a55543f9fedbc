import { Anchor, Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { CallError, getErrorText } from '#platform/web/call.ts';
import { useCallMutation, useEndpoint } from '#platform/web/query.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { ErrorText } from '#platform/web/ui/states/error-text.tsx';
import { type FieldUploads, UploadField } from '#uploads/web/upload-field.tsx';
import type { Proof } from '../contract.ts';
import { listPostFigures, MAX_FIGURES_REPORTS, reportPostFigures } from '../figures-contract.ts';
import classes from './sending/submit-proof.module.css';

export function FiguresPanel({ proof }: { proof: Proof }) {
  const [isOpen, setIsOpen] = useState(false);
  const figures = useEndpoint(listPostFigures, { params: { id: proof.id } });
  if (!figures.data) {
    return figures.error ? (
      <ErrorText text={getErrorText(figures.error, t('The figures of your post could not be loaded.'))} />
    ) : null;
  }
  const [newest] = figures.data;
  return (
    <section>
      <h3 className={classes.subtitle}>{t('Figures of your post')}</h3>
      {newest ? (
        <p className={classes.text}>
          {t('{views, plural, one {# view} other {# views}}, reported {day}.', {
            views: newest.views,
            day: formatDay(newest.reportedAt),
          })}{' '}
          <Anchor href={newest.screenshotUrl} target="_blank" rel="noreferrer">
            {t('Screenshot')}
          </Anchor>
        </p>
      ) : (
        <p className={classes.text}>{t('Tell the advertiser how the post did. A screenshot is required.')}</p>
      )}
      {isOpen ? (
        <FiguresForm proof={proof} onClose={() => setIsOpen(false)} />
      ) : figures.data.length < MAX_FIGURES_REPORTS ? (
        <Button variant="default" size="sm" mt="sm" onClick={() => setIsOpen(true)}>
          {newest ? t('Report newer figures') : t('Report figures')}
        </Button>
      ) : null}
    </section>
  );
}

function FiguresForm({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const [uploads, setUploads] = useState<FieldUploads>({ ready: [], isBusy: false, failed: [] });
  const [counts, setCounts] = useState<Record<'views' | 'likes' | 'comments', number | string>>({
    views: '',
    likes: '',
    comments: '',
  });
  const [missing, setMissing] = useState<{ views?: string; uploadId?: string }>({});
  const report = useCallMutation(reportPostFigures, { invalidates: [listPostFigures], onSuccess: onClose });
  const fields = report.error instanceof CallError ? report.error.fields : {};
  const toCount = (value: number | string) => (typeof value === 'number' ? value : null);
  const submit = () => {
    const uploadId = uploads.ready[0]?.uploadId;
    const views = toCount(counts.views);
    setMissing({
      ...(views === null ? { views: t('Enter the views') } : {}),
      ...(uploadId === undefined ? { uploadId: t('Add a screenshot') } : {}),
    });
    if (views === null || uploadId === undefined || report.isPending) return;
    const body = { uploadId, views, likes: toCount(counts.likes), comments: toCount(counts.comments) };
    report.mutate({ params: { id: proof.id }, body });
  };
  const input = (name: keyof typeof counts, label: string) => (
    <NumberInput
      label={label}
      min={0}
      allowDecimal={false}
      thousandSeparator=","
      value={counts[name]}
      error={name === 'views' ? (missing.views ?? fields.views) : fields[name]}
      onChange={(value) => setCounts({ ...counts, [name]: value })}
    />
  );
  return (
    <form
      noValidate
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {input('views', t('Views'))}
      {input('likes', t('Likes (optional)'))}
      {input('comments', t('Comments (optional)'))}
      <UploadField
        purpose="proof"
        label={t('Screenshot of these figures')}
        required
        error={missing.uploadId ?? fields.uploadId}
        onChange={setUploads}
      />
      <ErrorText
        text={
          report.error && Object.keys(fields).length === 0
            ? getErrorText(report.error, t('We couldn’t save the figures. Please try again.'))
            : null
        }
      />
      <Group gap="sm">
        <Button type="submit" loading={report.isPending} disabled={uploads.isBusy}>
          {t('Send figures')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </Group>
    </form>
  );
}
