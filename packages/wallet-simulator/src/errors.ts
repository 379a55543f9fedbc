import { descriptions } from './error-texts.ts';

export class WalletError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetail[] | undefined;

  constructor(status: number, code: string, message: string, details?: ErrorDetail[]) {
    super(message);
    this.name = 'WalletError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export type ErrorDetail = {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  /** The wallet's interface files define no location for headers. */
  location?: 'body' | 'path' | 'query';
  link?: { href: string; rel: string; method: string }[];
};

/** The token endpoint has an error form of its own. */
export class TokenError extends Error {
  readonly status: 400 | 401;
  readonly code: 'invalid_client' | 'invalid_token' | 'access_denied';

  constructor(code: TokenError['code'], message: string) {
    super(message);
    this.name = 'TokenError';
    this.code = code;
    this.status = code === 'access_denied' ? 400 : 401;
  }
}

export function invalidRequest(issue: string, details: Omit<ErrorDetail, 'issue'> = {}): WalletError {
  return invalidRequests([{ issue, ...details }]);
}

export function invalidRequests(details: ErrorDetail[]): WalletError {
  const message = 'Request is not well-formed, syntactically incorrect, or violates schema.';
  return new WalletError(
    400,
    'INVALID_REQUEST',
    message,
    details.map((detail) => ({ description: descriptions[detail.issue], ...detail })),
  );
}

export function unprocessable(issue: string, details: Omit<ErrorDetail, 'issue'> = {}): WalletError {
  const message =
    'The requested action could not be performed, semantically incorrect, or failed business validation.';
  return new WalletError(422, 'UNPROCESSABLE_ENTITY', message, [
    { issue, description: descriptions[issue], ...details },
  ]);
}

export function notFound(): WalletError {
  return new WalletError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    { issue: 'INVALID_RESOURCE_ID', description: descriptions.INVALID_RESOURCE_ID },
  ]);
}

export function forbidden(): WalletError {
  return new WalletError(403, 'NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.', [
    { issue: 'PERMISSION_DENIED', description: descriptions.PERMISSION_DENIED },
  ]);
}

export function inProgress(): WalletError {
  const message = 'The server has detected a conflict while processing this request.';
  const issue = 'PREVIOUS_REQUEST_IN_PROGRESS';
  return new WalletError(409, 'RESOURCE_CONFLICT', message, [{ issue, description: descriptions[issue] }]);
}

export function notAuthenticated(): WalletError {
  return new WalletError(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  );
}

export function unsupportedMediaType(): WalletError {
  const message = "The server does not support the request payload's media type.";
  return new WalletError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

export function serverFault(): WalletError {
  return new WalletError(500, 'INTERNAL_SERVER_ERROR', 'An internal server error occurred.');
}

/** In Payouts v1, the code is in `name`, and the details are prose. */
export function payoutError(
  status: number,
  name: string,
  message: string,
  details: ErrorDetail[] = [],
): WalletError {
  return new WalletError(status, name, message, details);
}
