import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { linkToken } from '#kernel/link-token.ts';
import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { call, type CallError, callForFile } from '#platform/web/call.ts';
import { saveFile } from '#platform/web/save-file.ts';
import { formatDay, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { Drawing } from '#platform/web/ui/drawings/drawing.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { downloadSharedReport, openSharedReport, type SharedReport as Shared } from '../link-contract.ts';
import { proofDecisions } from '../report-labels.ts';
import { EstimatePanel } from './estimate-panel.tsx';
import classes from './report.module.css';
import { KeyFigures, ReportMap, ReportMoney, ReportPlaces, ReportTerms } from './report-parts.tsx';

export function SharedReport({ token }: { token: string }) {
  const isComplete = linkToken.test(token);
  const { data, error, refetch } = useQuery<Shared, CallError>({
    queryKey: [openSharedReport.name, token],
    // A POST that only reads, so that the token travels in the body.
    queryFn: ({ signal }) => call(openSharedReport, { body: { token } }, { signal }),
    enabled: isComplete,
  });
  if (!isComplete)
    return <Ended title={t('This link is incomplete')} text={t('Copy the whole link and try again.')} />;
  if (error?.code === 'report/link-over') return <Ended title={t('This link has ended')} text={error.text} />;
  if (!data) {
    return error ? (
      <ErrorState error={error} title={t('The report could not be loaded')} onRetry={() => void refetch()} />
    ) : (
      <LoadingState text={t('Loading the report...')} />
    );
  }
  return <Report token={token} shared={data} />;
}

function Ended({ title, text }: { title: string; text: string }) {
  return (
    <section className={classes.ended}>
      <Drawing name="lost" />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.note}>{text}</p>
    </section>
  );
}

function Report({ token, shared: { report, expiresAt, photos } }: { token: string; shared: Shared }) {
  const { campaign, asOf } = report;
  return (
    <article className={classes.report} aria-labelledby="shared-report-title">
      <header className={classes.top}>
        <div>
          <h1 id="shared-report-title" className={classes.title}>
            {campaign.title}
          </h1>
          <p className={classes.asOf}>
            {campaign.company
              ? t('Campaign report by {company}.', { company: campaign.company })
              : t('Campaign report.')}{' '}
            {campaign.status === 'completed'
              ? ''
              : `${t('The campaign isn’t over, so figures may change.')} `}
            {t('As of {day}, {time}. This link ends {end}.', {
              day: formatDay(asOf),
              time: formatTimeOfDay(asOf),
              end: formatDay(expiresAt),
            })}
          </p>
        </div>
        <DownloadButton token={token} />
      </header>
      <KeyFigures report={report} />
      <ReportMap report={report} />
      <EstimatePanel report={report} canEdit={false} />
      <ReportTerms report={report} />
      <div className={classes.columns}>
        <ReportPlaces report={report} />
        <ReportMoney report={report} />
      </div>
      <Photos photos={photos} />
      <Work report={report} />
      <p className={classes.note}>
        {report.time
          ? t('Times come from the marketers’ phones. Marketers are numbered in the order of their proofs.')
          : t(
              'Views were reported by the marketers, each with a screenshot. Marketers are numbered in the order of their proofs.',
            )}
      </p>
    </article>
  );
}

function DownloadButton({ token }: { token: string }) {
  const download = useMutation<File, CallError>({
    mutationFn: () => callForFile(downloadSharedReport, { body: { token } }),
    onSuccess: saveFile,
    onError: (error) => showErrorToast(error, t('Please try again.'), t('Download failed')),
  });
  return (
    <Button
      className={classes.actions ?? ''}
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('Download PDF')}
    </Button>
  );
}

function Photos({ photos }: { photos: Shared['photos'] }) {
  if (photos.length === 0) return null;
  return (
    <Panel title={t('Photos from approved proofs')}>
      <ul className={classes.photos}>
        {photos.map(({ marketer, image }, index) => (
          // Photos have no id: a link hides those of uploads.
          <li key={index}>
            <img src={image} alt={t('By marketer {marketer}', { marketer })} />
            <p>{t('Marketer {marketer}', { marketer })}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Work({ report: { work, time, posts } }: { report: Shared['report'] }) {
  if (work.length === 0) return null;
  const names = [
    t('Marketer'),
    t('Submitted'),
    t('Decision'),
    ...(time ? [t('Inside the area')] : []),
    ...(posts ? [t('Views, reported')] : []),
    t('Pay'),
  ];
  return (
    <Panel title={t('Proof by proof')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {work.map(({ marketer, submittedAt, status, minutesInside, paid, figures }, index) => (
            <tr key={index}>
              <td data-name={t('Marketer')}>{t('Marketer {marketer}', { marketer })}</td>
              <td data-name={t('Submitted')}>{formatDay(submittedAt)}</td>
              <td data-name={t('Decision')}>{t(proofDecisions[status])}</td>
              {time ? (
                <td data-name={t('Inside the area')}>
                  {minutesInside === null ? t('None') : formatDuration(minutesInside)}
                </td>
              ) : null}
              {posts ? (
                <td data-name={t('Views, reported')}>
                  {figures ? figures.views.toLocaleString(getLocale()) : t('None')}
                </td>
              ) : null}
              <td data-name={t('Pay')}>{status === 'approved' ? <Money amount={paid} /> : t('None')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
