import { z } from 'zod';
import { setting, text } from './setting.ts';

export const metricsSettings = {
  METRICS_PORT: setting(
    z.coerce.number().int().min(0).max(65535).optional(),
    'port of the Prometheus metrics; if not set, none are collected; 0 picks a free one',
  ),
  METRICS_HOST: setting(text.default('127.0.0.1'), 'address of the metrics; never one that users reach'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'OpenTelemetry collector that receives traces over HTTP, such as http://localhost:4318; if not set, none are made',
  ),
};

type Values = {
  [Name in keyof typeof metricsSettings]: z.output<(typeof metricsSettings)[Name]['schema']>;
};

export interface MetricsConfig {
  /** Null without METRICS_PORT. */
  metrics: { port: number; host: string } | null;
  /** Null without a collector. */
  tracesUrl: string | null;
}

export function toMetricsConfig(values: Values): MetricsConfig {
  const { METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = values;
  return {
    metrics: port === undefined ? null : { port, host },
    tracesUrl: collector === undefined ? null : `${collector.replace(/\/$/, '')}/v1/traces`,
  };
}
