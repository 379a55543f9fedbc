/**
 * With `WALLET_PROXY_CHECK=1`, sends each call of a simulated wallet and its response to the run's judge
 * before the caller gets the response: `WALLET_PROXY_CHECK=1 npx vitest run --project=server src/payments`.
 * Otherwise this file does nothing.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import type { Violation } from './official-judge.ts';

/** Marks a call that this file has forwarded. */
const sentOn = { 'x-sent-on': 'yes' };

/** Marks a handwritten request, which may be wrong on purpose: only its response counts. */
export const handwritten = { 'x-by-hand': 'yes' };

const found: string[] = [];

/** Returns each violation of the official files in this process once, as a line. */
export const takeViolations = () => found.splice(0);

/** Both sides see the same URLs, bytes and broken connections as without the judge. */
export function proxyCalls(server: Server, judgeUrl = process.env.WALLET_JUDGE_URL): void {
  if (!judgeUrl) return;
  const [answerHere] = server.listeners('request') as RequestListener[]; // The server's own listener, and no other.
  server.removeAllListeners('request').on('request', (incoming, outgoing) => {
    // The simulator may have a path prefix.
    const path = /^(?:\/[\w-]+)?(\/v[12]\/.*)/.exec(incoming.url ?? '')?.[1];
    if (path === undefined || 'x-sent-on' in incoming.headers) answerHere?.(incoming, outgoing);
    else judged(judgeUrl, path, incoming, outgoing).catch(() => outgoing.destroy());
  });
}

async function judged(
  judgeUrl: string,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const ending = new AbortController();
  outgoing.on('close', () => ending.abort());
  const sent = await buffer(incoming);
  const answer = await request(`http://${headers.host}${url}`, {
    method: method as 'GET',
    headers: { ...ofCall(headers), ...sentOn },
    body: method === 'GET' ? null : sent,
    signal: ending.signal,
    reset: true,
  });
  const received = Buffer.from(await answer.body.arrayBuffer());
  const { statusCode: status } = answer;
  const verdict = await request(judgeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      request: { method, path, headers: ofCall(headers), body: String(sent) },
      answer: { status, headers: answer.headers, body: String(received) },
    }),
    reset: true,
  });
  const violations = (await verdict.body.json()) as Violation[]; // The judge's own format.
  for (const { location, message } of violations) {
    if ('x-by-hand' in headers && location[0] === 'request') continue;
    found.push(`${method} ${path} ${status}: ${location.join('.')}: ${message}`);
  }
  // Otherwise a stopping server would wait for connections that it does not know to be idle.
  outgoing.writeHead(status, { ...ofCall(answer.headers), connection: 'close' }).end(received);
}

/** Returns the headers of a call without those of its connection. */
function ofCall<Headers extends object>(headers: Headers): Headers {
  const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length']);
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  return Object.fromEntries(kept) as Headers; // Every header may be missing.
}
