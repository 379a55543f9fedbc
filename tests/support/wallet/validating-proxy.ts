import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isOfficial, officialJudge } from './official-judge.ts';
import { passOn } from './pass-on.ts';
import { type Violation, violationsHeaders } from './violations.ts';

/** One call that came through, and what of it breaks the files. */
export type ProxiedCall = { method: string; path: string; status: number; violations: Violation[] };

export type ValidatingProxy = {
  url: string;
  /** Those that a file says something about, in the order of their answers. */
  calls: ProxiedCall[];
  close(): Promise<void>;
};

/**
 * A server in front of another, through which every call and answer is held against the official files. It changes
 * none of them, and says in a header what it has found.
 * @param upstreamUrl the base URL of the other one, which may depend on the call.
 */
export async function startValidatingProxy(
  upstreamUrl: (incoming: IncomingMessage) => string,
): Promise<ValidatingProxy> {
  const judge = await officialJudge();
  const calls: ProxiedCall[] = [];

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming;
    const { request, answer } = await passOn(incoming, outgoing, { url: upstreamUrl(incoming) + path });
    const { status, headers, body } = answer;
    if (isOfficial(path)) {
      const violations = await judge(request, answer);
      calls.push({ method, path, status, violations });
      Object.assign(headers, violationsHeaders(violations));
    }
    outgoing.writeHead(status, headers).end(body);
  }

  const front = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port answers an AddressInfo, not a path.
  const { port } = front.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
