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
} from './redact.ts';

/** Fastify's interface, so that request loggers can be used as loggers too. */
export type Logger = FastifyBaseLogger;

export interface LogOptions {
  level: LevelWithSilent;
  destination?: DestinationStream;
}

/**
 * Works by an allow-list (redact.ts). Other fields are removed and their names are listed in `dropped`, so a new log
 * call cannot leak a body, code, token, email address or coordinate.
 */
export function createLog({ level, destination }: LogOptions): Logger {
  const log = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowedFields },
      serializers: { req: serializeRequest, res: serializeReply, err: serializeError, msg: safeText },
      hooks: { logMethod: writeSafeMessage },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
  filterChildren(log);
  return log;
}

/**
 * If an error is logged without a text, pino uses the error's message, which may contain the parameters of a
 * failed query.
 */
function writeSafeMessage(this: PinoLogger, parts: Parameters<LogFn>, write: LogFn): void {
  const [first, message]: unknown[] = parts;
  const error = first instanceof Error ? first : findError(first);
  if (error && message === undefined) write.call(this, first, safeMessage(error));
  else write.apply(this, parts);
}

function findError(fields: unknown): Error | undefined {
  const isHolder = typeof fields === 'object' && fields !== null && 'err' in fields;
  return isHolder && fields.err instanceof Error ? fields.err : undefined;
}

/**
 * pino's `log` formatter does not see the bindings of a child logger. So children are created from filtered
 * bindings, and they inherit this method.
 */
function filterChildren(log: PinoLogger): void {
  // The annotation removes pino's type parameter for custom levels, which this log does not use.
  const child: (this: PinoLogger, bindings: Bindings, options?: ChildLoggerOptions) => PinoLogger = log.child;
  const filtered = function (this: PinoLogger, bindings: Bindings, options?: ChildLoggerOptions) {
    return child.call(this, allowedFields({ ...bindings }), options);
  };
  Object.assign(log, { child: filtered });
}
