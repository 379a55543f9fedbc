import type { FastifyInstance } from 'fastify';

import { descriptions } from '../error-texts.ts';
import {
  forbidden,
  inProgress,
  invalidRequest,
  notFound,
  serverFault,
  unprocessable,
  WalletError,
} from '../errors.ts';

const mockablePaths = /\/v2\/(?:checkout\/orders|payments)\b/;

/**
 * The wallet's own switch for negative tests: a request with the header PayPal-Mock-Response:
 * {"mock_application_codes":"INSTRUMENT_DECLINED"} gets that refusal and changes nothing.
 */
export function useMockResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const header = request.headers['paypal-mock-response'];
    if (typeof header === 'string' && mockablePaths.test(request.url)) throw toRefusal(codeIn(header));
  });
}

function codeIn(header: string): string {
  const code = /"mock_application_codes"\s*:\s*"([A-Z_]+)"/.exec(header)?.[1];
  if (code === undefined) throw unknownCode();
  return code;
}

function toRefusal(code: string): WalletError {
  const known = others[code];
  if (known) return known();
  return descriptions[code] === undefined ? unknownCode() : unprocessable(code);
}

function unknownCode(): WalletError {
  return invalidRequest('INVALID_PARAMETER_VALUE', { field: 'PayPal-Mock-Response' });
}

const invalid = (issue: string) => () => invalidRequest(issue);

const others: Record<string, () => WalletError> = {
  INVALID_PARAMETER_SYNTAX: invalid('INVALID_PARAMETER_SYNTAX'),
  INVALID_PARAMETER_VALUE: invalid('INVALID_PARAMETER_VALUE'),
  INVALID_STRING_LENGTH: invalid('INVALID_STRING_LENGTH'),
  MALFORMED_REQUEST_JSON: invalid('MALFORMED_REQUEST_JSON'),
  MISSING_REQUIRED_PARAMETER: invalid('MISSING_REQUIRED_PARAMETER'),
  PERMISSION_DENIED: forbidden,
  INVALID_RESOURCE_ID: notFound,
  PREVIOUS_REQUEST_IN_PROGRESS: inProgress,
  RATE_LIMIT_REACHED: () =>
    new WalletError(429, 'RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'),
  INTERNAL_SERVER_ERROR: serverFault,
  SERVICE_UNAVAILABLE: () => new WalletError(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable.'),
};
