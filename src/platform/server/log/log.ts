import type { FastifyBaseLogger } from 'fastify';
import { pino, stdTimeFunctions } from 'pino';
import type {
  Bindings,
  ChildLoggerOptions,
  DestinationStream,
  LevelWithSilent,
  LogFn,
  Logger as PinoLogger,
} from 'pino';
import {
  allowedFields,
  safeMessage,
  safeText,
  serializeError,
  serializeReply,
  serializeRequest,
} from './allowed.ts';

/** What all code writes to: the web server's own interface, so that its request loggers are loggers too. */
export type Logger = FastifyBaseLogger;

export interface LogOptions {
  level: LevelWithSilent;
  /** Standard output where nothing is given. */
  destination?: DestinationStream;
}

/**
 * The server's log: one JSON object a line, ISO time in UTC. It works by an allow-list (allowed.ts): a field that is not on it
 * is left out and its name is listed under `dropped`, so that a body, code, token, address or coordinate cannot slip in
 * with a new log call.
 */
export function createLog({ level, destination }: LogOptions): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowedFields },
      serializers: { req: serializeRequest, res: serializeReply, err: serializeError, msg: safeText },
      hooks: { logMethod: withSafeMessage },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
  filterChildren(log);
  return log;
}

/** An error logged without a text gets its own message from pino, which may hold a failed query's parameters. */
function withSafeMessage(this: PinoLogger, parts: Parameters<LogFn>, write: LogFn): void {
  const [first, message]: unknown[] = parts;
  const error = first instanceof Error ? first : errorIn(first);
  if (error && message === undefined) write.call(this, first, safeMessage(error));
  else write.apply(this, parts);
}

function errorIn(fields: unknown): Error | undefined {
  const isHolder = typeof fields === 'object' && fields !== null && 'err' in fields;
  return isHolder && fields.err instanceof Error ? fields.err : undefined;
}

/** pino's `log` formatter does not see what is bound to a child, so children are made from filtered bindings; they inherit this. */
function filterChildren(log: PinoLogger): void {
  // The annotation drops pino's type parameter for levels of one's own, of which this log has none.
  const child: (this: PinoLogger, bindings: Bindings, options?: ChildLoggerOptions) => PinoLogger = log.child;
  const filtered = function (this: PinoLogger, bindings: Bindings, options?: ChildLoggerOptions) {
    return child.call(this, allowedFields({ ...bindings }), options);
  };
  Object.assign(log, { child: filtered });
}
