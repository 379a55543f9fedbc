import { ConfigError } from './settings/config-error.ts';
import { DataFolderInUse } from './db/data-lock.ts';

/** The operator can fix it. The message says what is wrong and what to do. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** Returns a sentence if the operator can fix the error, otherwise the error. */
export function explainStartFailure(error: unknown): unknown {
  const isExpected =
    error instanceof StartError || error instanceof ConfigError || error instanceof DataFolderInUse;
  return isExpected ? error.message : (explainSystemError(error) ?? error);
}

const systemProblems: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EEXIST: 'A file has the name of a folder that the server needs',
  ENOTDIR: 'A file has the name of a folder that the server needs',
  EADDRINUSE: 'The address is already in use',
  EADDRNOTAVAIL: 'This machine does not have the address',
  EDQUOT: 'The disk quota is used up',
  ENOSPC: 'The disk is full',
  EPERM: 'Operation not permitted',
  EROFS: 'The file system is read-only',
};

function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const problem = systemProblems[String(error.code)];
  if (problem === undefined) return undefined;
  if ('port' in error) return `${problem}: port ${String(error.port)}. Set PORT and HOST to a free address.`;
  const path = 'path' in error ? `: ${String(error.path)}` : '';
  return `${problem}${path}. The server’s user must be able to write to DATA_DIR.`;
}
