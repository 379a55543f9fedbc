import { context, trace } from '@opentelemetry/api';
import type { ApplicationPool } from '../db/application-role/application-pool.ts';
import type { Config } from '../settings/config.ts';
import { startSpan } from './span.ts';

export interface Tracing {
  /** Sends the last spans. Does not throw if the collector does not answer. */
  close(): Promise<void>;
}

/**
 * Sends spans to the collector of the settings. The SDK reads the other variables of OpenTelemetry itself, such as
 * OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER. Returns null without a collector.
 */
export async function startTracing(
  pool: ApplicationPool,
  { tracesUrl, role }: Pick<Config, 'tracesUrl' | 'role'>,
): Promise<Tracing | null> {
  if (tracesUrl === null) return null;
  // Only loaded with the setting.
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] || 'promenade',
      'promenade.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrl }))],
  });
  provider.register();
  pool.statementObservers.set('traces', (text) =>
    startSpan(text.trimStart().split(/\s/, 1).join().toLowerCase(), {
      'db.system.name': 'postgresql',
      'db.query.text': text,
    }),
  );
  return {
    close: async () => {
      pool.statementObservers.delete('traces');
      await provider.shutdown().catch(() => {});
      trace.disable();
      context.disable();
    },
  };
}
