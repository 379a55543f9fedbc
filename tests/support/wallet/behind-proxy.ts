/**
 * `WALLET_PROXY_CHECK=1` puts every simulated wallet that a test starts behind one validating proxy of the whole run:
 * `WALLET_PROXY_CHECK=1 npx vitest run --project unit src/payments`. Without it nothing here does anything.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http';

import { passOn } from './pass-on.ts';
import { violationsIn } from './violations.ts';

/** Set by the run's own set-up. */
const proxyUrl = () => process.env.WALLET_PROXY_URL;

/** Where the proxy passes a call on to, and the sign that it has come through already. */
const upstreamHeader = 'x-proxy-upstream';

/** Where a call that came to the run's proxy wants to go. */
export const upstreamOf = ({ headers }: IncomingMessage) => String(headers[upstreamHeader]);

/** A request with this header was written by a test, and may be wrong on purpose: only its answer counts. */
export const byHand = { 'x-by-hand': 'yes' };

const found: string[] = [];

/** What the files forbid of the calls that were answered in this process, as lines; each is told once. */
export const takeViolations = () => found.splice(0);

/**
 * Lets each call of the wallet's interface that reaches this server go through the proxy before it is answered here. Who
 * calls and who answers see the same addresses, bytes and broken connections as without it.
 * @param baseUrl what the server's calls of the interface begin with, once it listens.
 */
export function putBehindProxy(server: Server, baseUrl: () => string, proxy = proxyUrl()): void {
  if (!proxy) return;
  // One listener, which is the server's own.
  const answerHere = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (incoming, outgoing) => {
    const path = pathBelow(baseUrl, incoming);
    if (path === undefined) return answerHere.forEach((listener) => listener(incoming, outgoing));
    const headers = { [upstreamHeader]: baseUrl() };
    passOn(incoming, outgoing, { url: proxy + path, headers })
      .then(({ request, answer }) => {
        const isByHand = Object.keys(byHand).some((name) => name in request.headers);
        for (const { location, message } of violationsIn(answer.headers)) {
          if (isByHand && location[0] === 'request') continue;
          found.push(`${request.method} ${path} ${answer.status}: ${location.join('.')}: ${message}`);
        }
        // Else a server that ends would wait for connections that it does not know to be idle.
        outgoing.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body);
      })
      .catch(() => outgoing.destroy());
  });
}

/** A call of the interface that has not come through the proxy yet. */
function pathBelow(baseUrl: () => string, { url = '/', headers }: IncomingMessage): string | undefined {
  if (upstreamHeader in headers || !/\/v[12]\//.test(url)) return undefined;
  const { pathname } = new URL(baseUrl());
  const prefix = pathname.replace(/\/$/, '');
  const path = url.slice(prefix.length);
  return url.startsWith(prefix) && /^\/v[12]\//.test(path) ? path : undefined;
}
