import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import type { Answer, Request } from './official-judge.ts';

/** What belongs to one connection and not to the call, and what is counted anew. */
const ownOfConnection = ['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length'];

/**
 * Sends a call on to another server, byte for byte, and answers both once the answer is here as a whole. Rejects where
 * either side breaks off; whoever waits no longer ends the call over there too.
 */
export async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, headers: more = {} }: { url: string; headers?: Record<string, string> },
): Promise<{ request: Request; answer: Answer }> {
  const ending = new AbortController();
  outgoing.on('close', () => ending.abort());
  const { method = 'GET', url: path = '/' } = incoming;
  const body = await buffer(incoming);
  const headers = { ...withoutConnection(incoming.headers), ...more };
  const answer = await new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, signal: ending.signal }, (answering) => {
      const { statusCode: status = 502 } = answering;
      buffer(answering).then(
        (whole) => resolve({ status, headers: withoutConnection(answering.headers), body: whole }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : body);
  });
  return { request: { method, path, headers, body }, answer };
}

function withoutConnection<Headers extends object>(headers: Headers): Headers {
  const kept = Object.entries(headers).filter(([name]) => !ownOfConnection.includes(name));
  // Only names that need not be there were taken out.
  return Object.fromEntries(kept) as Headers;
}
