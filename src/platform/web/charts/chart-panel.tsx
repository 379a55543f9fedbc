import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallArguments, EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { useRetry } from '../maps/style/retry.ts';
import { useEndpoint } from '../query.ts';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { useHasBeenInView } from '../hooks/use-has-been-in-view.ts';
import type { ChartContent } from './chart-content.ts';
import classes from './chart-panel.module.css';
import { ChartTable } from './chart-table.tsx';

interface ChartPanelProps<E extends EndpointDefinition> {
  title: string;
  endpoint: E;
  args: CallArguments<E>;
  toContent(data: ResponseOf<E>): ChartContent | null;
  empty: { title: string; text: string };
  /** One sentence, about as long before the data is here, so that nothing moves. */
  note(data: ResponseOf<E> | undefined): string;
  height?: number;
}

/**
 * Loads its figures and the chart library when it first comes near the view. Its height stays the same while both load.
 */
export function ChartPanel<E extends EndpointDefinition>(props: ChartPanelProps<E>) {
  const { title, endpoint, args, toContent, empty, note, height = 260 } = props;
  const [isTable, setTable] = useState(false);
  const { frame, isSeen } = useHasBeenInView();
  const { data, error, refetch } = useEndpoint(endpoint, args, { enabled: isSeen, refetchOnMount: 'always' });
  const content = data === undefined ? null : toContent(data);
  return (
    <Panel
      title={title}
      aside={
        <Button
          variant="default"
          size="compact-sm"
          className={classes.toggle ?? ''}
          data-hidden={content ? undefined : true}
          leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          aria-label={
            isTable ? t('Show as chart: {title}', { title }) : t('Show as table: {title}', { title })
          }
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('Show as chart') : t('Show as table')}
        </Button>
      }
    >
      <div ref={frame} style={{ minHeight: height }} className={content ? undefined : classes.empty}>
        {content ? (
          isTable ? (
            <ChartTable title={title} content={content} />
          ) : (
            <LoadedChart title={title} content={content} height={height} />
          )
        ) : error && data === undefined ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          isSeen ? (
            <Waiting title={title} height={height} />
          ) : (
            <Skeleton height={height} animate={false} aria-hidden />
          )
        ) : (
          <EmptyState {...empty} />
        )}
      </div>
      <p className={classes.note}>{note(data)}</p>
    </Panel>
  );
}

function LoadedChart({ title, content, height }: { title: string; content: ChartContent; height: number }) {
  const library = useRetry(() => import('./chart-drawing.tsx'), []);
  if (library.state === 'failed') return <ChartTable title={title} content={content} />;
  if (library.state === 'loading') return <Waiting title={title} height={height} />;
  return (
    <figure
      className={classes.figure}
      aria-label={t('Chart: {title}. The button above shows its figures as a table.', { title })}
    >
      <div aria-hidden>
        <library.value.ChartDrawing content={content} height={height} />
      </div>
    </figure>
  );
}

function Waiting({ title, height }: { title: string; height: number }) {
  return (
    <output>
      <VisuallyHidden>{t('Loading {title}...', { title })}</VisuallyHidden>
      <Skeleton height={height} aria-hidden />
    </output>
  );
}
