import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';

import type { Clock } from './time.ts';

import { openAccount } from './books/account.ts';
import { registerApprovalPage } from './pages/approval-page.ts';
import { openBooks } from './books/books.ts';
import { booksReport } from './books/books-report.ts';
import { registerControls, registerRoundControl } from './control/control.ts';
import { registerDisputes } from './orders/disputes.ts';
import {
  invalidRequest,
  notFound,
  serverFault,
  TokenError,
  unsupportedMediaType,
  WalletError,
} from './errors.ts';
import { useAnswerFaults, useRequestFaults } from './control/fault-hooks.ts';
import { createFaultMaker, type Faults } from './control/faults.ts';
import { createIds, type Ids, type Random } from './ids.ts';
import { useMockResponses } from './control/negative-testing.ts';
import { expireApprovals, registerOrders } from './orders/orders.ts';
import { applyDueSteps } from './payouts/payout-steps.ts';
import { registerPayouts } from './payouts/payouts.ts';
import { registerRefunds } from './orders/refunds.ts';
import { registerReporting } from './books/reporting.ts';
import type { JsonBody } from './request-body.ts';
import { refuseWhileInProgress } from './requests-in-progress.ts';
import { signingKeyIn } from './webhooks/signing-key.ts';
import { registerSignInPage } from './pages/sign-in-page.ts';
import { createSignIns, type Credentials } from './pages/sign-ins.ts';
import type { Simulator } from './simulator.ts';
import { createTokens, registerIdentity, registerTokens } from './tokens.ts';
import { createWebhookSender, type SendDelivery } from './webhooks/webhook-sender.ts';
import { registerWebSdk } from './pages/web-sdk.ts';
import { registerCertificate, registerWebhooks } from './webhooks/webhooks.ts';

export const simulatorWebhookId = 'WALLETSIMULATORHOOK';

export type WalletSimulatorOptions = {
  /** Path of the append-only books, or 'memory' for books that end with the process. */
  store: string;
  clock: Clock;
  random: Random;
  /** Such as http://localhost:3000/wallet-simulator. */
  publicUrl: () => string;
  clientId: string;
  clientSecret: string;
  /** The only address to return to after signing in. Any address if missing. */
  signInReturnUrl?: () => string;
  /** No webhooks are sent while it returns undefined. */
  webhookUrl?: () => string | undefined;
  webhookId?: string;
  /** How long a payout takes to arrive, by the clock. */
  settleDelayMs: number;
  /** How far refunds may draw the balance below zero, in cents. */
  bankLimitCents?: number;
  faults?: Faults;
  /** For late responses. Real time if missing. */
  wait?: (milliseconds: number) => Promise<void>;
  send?: SendDelivery;
  /** If true, nothing happens by real time, but only when POST /control/rounds runs a round. */
  isDriven?: boolean;
};

/** How often, in real time, to check if the clock has made something due. */
const tickMs = 200;

/**
 * A stand-in for the payment wallet: it speaks the wallet's REST interface, shows the buyer an approval page, and keeps
 * its own books. It is reached only over HTTP, and shares no hook, parser or error handler with the surrounding server.
 */
export function walletSimulator(options: WalletSimulatorOptions): FastifyPluginAsync {
  return async (app) => {
    const { clock } = options;
    const ids = createIds(options.random);
    const books = await openBooks(options.store);
    const simulator: Simulator = {
      books,
      clock,
      ids,
      account: openAccount(books, ids),
      signingKey: signingKeyIn(books, ids, clock),
      publicUrl: () => options.publicUrl().replace(/\/+$/, ''),
      webhookUrl: options.webhookUrl ?? (() => undefined),
      webhookId: options.webhookId ?? simulatorWebhookId,
      settleDelayMs: options.settleDelayMs,
      bankLimitCents: options.bankLimitCents ?? 10_000_000,
      faults: createFaultMaker(options.faults),
      outcomes: { captures: 'COMPLETED', refunds: 'COMPLETED' },
    };

    useOwnBodyParsers(app);
    useOwnErrors(app, ids);
    useRequestFaults(app, simulator.faults);
    app.addHook('onRequest', async () => applyDueChanges(simulator));
    // Send a response only after the changes it may report are on disk.
    app.addHook('onSend', async () => books.flushed());
    useAnswerFaults(app, ids, options.wait);

    registerRoutes(app, simulator, options);
    startRounds(app, simulator, options);
  };
}

function registerRoutes(app: FastifyInstance, simulator: Simulator, credentials: Credentials): void {
  const { ids, clock } = simulator;
  const tokens = createTokens(credentials, ids, clock);
  const signIns = createSignIns(simulator, credentials);
  registerTokens(app, tokens, { ids, clock, signIns });
  registerSignInPage(app, simulator, signIns, credentials);
  registerCertificate(app, simulator);
  registerApprovalPage(app, simulator);
  registerWebSdk(app, simulator);
  app.get('/books', () => booksReport(simulator));
  registerControls(app, simulator);

  app.register(async (merchant) => {
    merchant.addHook('onRequest', async (request) => tokens.requireToken(request));
    useMockResponses(merchant);
    refuseWhileInProgress(merchant);
    registerIdentity(merchant, ids);
    registerOrders(merchant, simulator);
    registerRefunds(merchant, simulator);
    registerPayouts(merchant, simulator);
    registerDisputes(merchant, simulator);
    registerReporting(merchant, simulator);
    registerWebhooks(merchant, simulator);
  });
}

function applyDueChanges(simulator: Simulator): void {
  expireApprovals(simulator);
  applyDueSteps(simulator);
}

function startRounds(
  app: FastifyInstance,
  simulator: Simulator,
  { send, isDriven = false }: Pick<WalletSimulatorOptions, 'send' | 'isDriven'>,
): void {
  const sender = createWebhookSender(simulator, send);
  const round = async () => {
    applyDueChanges(simulator);
    await sender.sendDue();
  };
  registerRoundControl(app, simulator, round);
  if (!isDriven) runOnTimer(app, round);
  app.addHook('preClose', () => sender.close());
  app.addHook('onClose', async () => simulator.books.close());
}

function runOnTimer(app: FastifyInstance, round: () => Promise<void>): void {
  const tick = async () => {
    try {
      await round();
    } catch (error) {
      app.log.error({ err: error }, 'a round of the wallet simulator failed');
    }
  };
  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();
  app.addHook('preClose', async () => clearInterval(timer));
}

function useOwnBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // A capture is a JSON POST with an empty body, which Fastify's own parser refuses.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, raw: Buffer) =>
      raw.length === 0 ? undefined : ({ json: parseJson(raw), raw } satisfies JsonBody),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
  );
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw invalidRequest('MALFORMED_REQUEST_JSON');
  }
}

function useOwnErrors(app: FastifyInstance, ids: Ids): void {
  app.setNotFoundHandler((_request, reply) => sendError(reply, ids, notFound()));
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof TokenError) {
      return reply
        .status(error.status)
        .header('paypal-debug-id', ids.debug())
        .send({ error: error.code, error_description: error.message });
    }
    if (error instanceof WalletError) return sendError(reply, ids, error);
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
    if (status === 415) return sendError(reply, ids, unsupportedMediaType());
    if (status < 500) return sendError(reply, ids, new WalletError(status, 'INVALID_REQUEST', error.message));
    request.log.error({ err: error }, 'the wallet simulator failed');
    return sendError(reply, ids, serverFault());
  });
}

function sendError(reply: FastifyReply, ids: Ids, error: WalletError): FastifyReply {
  const debugId = ids.debug();
  return reply.status(error.status).header('paypal-debug-id', debugId).send({
    name: error.code,
    message: error.message,
    debug_id: debugId,
    details: error.details,
    links: [],
  });
}
