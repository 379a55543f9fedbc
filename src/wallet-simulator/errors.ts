/** An answer in the wallet's error form. Thrown by handlers, written by the plugin's error handler. */
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
  location?: 'body' | 'path' | 'query' | 'header';
  link?: { href: string; rel: string; method: string }[];
};

/** The sign-in gateway has an error form of its own. */
export class TokenError extends Error {
  readonly status = 401;
  readonly code: 'invalid_client' | 'invalid_token';

  constructor(code: TokenError['code'], message: string) {
    super(message);
    this.name = 'TokenError';
    this.code = code;
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

/** Payouts v1: the code stands in `name`, the details are prose. */
export function payoutError(
  status: number,
  name: string,
  message: string,
  details: ErrorDetail[] = [],
): WalletError {
  return new WalletError(status, name, message, details);
}

/** The interface fixes these sentences together with their codes. */
const descriptions: Record<string, string> = {
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 999999999999999.99.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  NOT_SUPPORTED: 'This field is not currently supported.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
};
