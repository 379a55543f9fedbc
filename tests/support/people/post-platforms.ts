/** A server in place of the platforms of posts, on a real connection. It answers as the test says. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlatformRequest {
  /** 'youtube', 'tiktok' or 'twitter'. */
  platform: string;
  /** The post that the server asked about. */
  link: string;
  headers: Readonly<Record<string, unknown>>;
}

type Respond = (response: ServerResponse, request: PlatformRequest) => void;

export interface PostPlatforms {
  url: string;
  requests: PlatformRequest[];
  respond: Respond;
  close(): Promise<void>;
}

export async function startPostPlatforms(): Promise<PostPlatforms> {
  const platforms: PostPlatforms = {
    url: '',
    requests: [],
    respond: (response) => response.writeHead(404).end('Not Found'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '', platforms.url);
    const request = {
      platform: url.pathname.split('/')[1] ?? '',
      link: url.searchParams.get('url') ?? '',
      headers: incoming.headers,
    };
    platforms.requests.push(request);
    platforms.respond(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  platforms.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return platforms;
}

/** Answers that the post is by this account. */
export const byAuthor =
  (authorUrl: string): Respond =>
  (response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ version: '1.0', type: 'rich', author_url: authorUrl }));

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, headers).end('{"code":400,"message":"Something went wrong"}');
