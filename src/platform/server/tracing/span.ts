import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { Refusal } from '#kernel/errors.ts';

/** Does nothing until a provider is registered. A tracer keeps its first provider, so it is not stored. */
const getTracer = () => trace.getTracer('promenade');

/** Runs the work in a span, whose child spans are what the work does. Refusals are no errors. */
export function inSpan<Result>(
  name: string,
  kind: 'server' | 'consumer' | 'client',
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return getTracer().startActiveSpan(name, { kind: kinds[kind] }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      if (error instanceof Refusal) span.setAttribute('promenade.refusal', error.code);
      else recordError(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;

/** Starts a span without children below the present one. Returns a function that ends it. */
export function startSpan(name: string, attributes: Attributes): (error?: unknown) => void {
  const span = getTracer().startSpan(name, { kind: SpanKind.CLIENT, attributes });
  return (error) => {
    if (error) recordError(span, error);
    span.end();
  };
}

/** The name of the error's class. Messages can contain data of users. */
function recordError(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}
