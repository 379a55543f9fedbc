import type { Clock } from '#kernel/time.ts';
import type { Circuit } from '#platform/server/outbox/enqueue.ts';

import { createTokenCache, requestToken } from './access-token.ts';
import { createApiClient } from './api-client.ts';
import { getCapture, getRefund, refundCapture } from './calls/captures.ts';
import { createCertificates } from './signature/certificates.ts';
import { createClientTokens } from './calls/client-token.ts';
import { getDispute, listDisputeIds, listDisputes } from './calls/disputes.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createHttpClient, type Fetch } from './http-client.ts';
import { captureOrder, createOrder, getOrder } from './calls/orders.ts';
import { cancelPayoutItem, createPayout, getPayout } from './calls/payouts.ts';
import { getBalance, listTransactions } from './calls/reports.ts';
import { shareCalls } from './share-calls.ts';
import { getSignedInAccount, signInUrl } from './calls/sign-in.ts';
import { withFallback, offlineCheck } from './signature/signature.ts';
import { postbackCheck, verifyWebhook } from './calls/webhooks.ts';
import type { WalletProvider } from './wallet-provider.ts';

export type PayPalSettings = {
  /** e.g. https://api-m.sandbox.paypal.com. http is allowed only on this machine. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** The wallet's id of our webhook. Without it no delivery can be verified. */
  webhookId?: string;
  /** The base URL in the simulator's deliveries, if it is reached under another one. */
  publicBaseUrl?: string;
  /** The sign-in page. Defaults to the page of the same environment. */
  signInUrl?: string | undefined;
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
};

/** Short, because the file is small and the postback check is the fallback. */
const certificateTimeoutMs = 5000;

/**
 * Throws if the base URL is neither https nor on this machine. `roots` are the issuers trusted for PayPal's
 * webhook certificates, in PEM. Defaults to the public authorities.
 */
export function createPayPalProvider(
  settings: PayPalSettings,
  {
    clock,
    fetch,
    roots,
    onCircuit,
  }: { clock: Clock; fetch?: Fetch; roots?: readonly string[]; onCircuit?: (circuit: Circuit) => void },
): WalletProvider {
  const { connectTimeoutMs = 3000, totalTimeoutMs = 15_000, baseUrl, webhookId } = settings;
  const client = createHttpClient({ baseUrl, connectTimeoutMs, fetch });
  const { http, getCircuit } = createCircuitBreaker(client, clock, onCircuit);
  const credentials = { clientId: settings.clientId, clientSecret: settings.clientSecret, totalTimeoutMs };
  const tokens = createTokenCache(() => requestToken(http, credentials), clock);
  const api = createApiClient(http, tokens, totalTimeoutMs);
  const clientTokens = createClientTokens(
    (domain) => requestToken(http, credentials, { response_type: 'client_token', 'domains[]': domain }),
    clock,
  );
  const certificates = createCertificates(http, clock, {
    publicBaseUrl: settings.publicBaseUrl,
    timeoutMs: Math.min(certificateTimeoutMs, totalTimeoutMs),
    roots,
  });
  const isSigned = withFallback(offlineCheck(certificates, webhookId), postbackCheck(api, webhookId));

  return {
    getCircuit,
    createOrder: shareCalls(
      ({ requestId }) => requestId,
      (order) => createOrder(api, order),
    ),
    getOrder: (orderId) => getOrder(api, orderId),
    captureOrder: (orderId, requestId) => captureOrder(api, orderId, requestId),
    getCapture: (captureId) => getCapture(api, captureId),
    refundCapture: (captureId, refund) => refundCapture(api, captureId, refund),
    getRefund: (refundId) => getRefund(api, refundId),
    createPayout: (payout) => createPayout(api, payout),
    getPayout: (batchId) => getPayout(api, batchId),
    cancelPayoutItem: (itemId) => cancelPayoutItem(api, itemId),
    getDispute: (disputeId) => getDispute(api, disputeId),
    listDisputes: ({ captureId }) => listDisputes(api, captureId),
    listDisputeIds: ({ updatedAfter }) => listDisputeIds(api, updatedAfter),
    getBalance: () => getBalance(api),
    listTransactions: (request) => listTransactions(api, request),
    clientToken: ({ domain }) => clientTokens.get(domain),
    getSignInUrl: (request) => signInUrl(settings, request),
    getSignedInAccount: (request) => getSignedInAccount(http, credentials, request),
    verifyWebhook: (delivery) => verifyWebhook(isSigned, delivery),
    close: () => http.close(),
  };
}
