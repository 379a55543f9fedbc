import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createHttpClient, type HttpClient } from './http-client.ts';

let server: Server;
let client: HttpClient;
let url: string;
let requests: { path: string; authorization?: string }[];
let answer: (response: ServerResponse) => void;
let closed: Promise<void>;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization });
    closed = new Promise((resolve) => response.on('close', () => resolve()));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createHttpClient({ baseUrl: url, connectTimeoutMs: 1000 });
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const download = (limitMs = 10_000) => client.download(`${url}/file`, 1000, AbortSignal.timeout(limitMs));

test('downloads a file up to the limit', async () => {
  for (const text of ['', 'é', 'x'.repeat(1000)]) {
    answer = (response) => response.end(text);
    expect(await download()).toEqual({ kind: 'success', value: text });
  }
  expect(requests[0]).toEqual({ path: '/file' });
});

test.each<[string, typeof answer, string]>([
  ['a byte too long', (response) => response.end('x'.repeat(1001)), 'unreadable'],
  ['too long in bytes, not in letters', (response) => response.end('é'.repeat(501)), 'unreadable'],
  ['not there', (response) => response.writeHead(404).end('x'.repeat(5000)), 'unreadable'],
  ['empty by status', (response) => response.writeHead(204).end(), 'unreadable'],
  ['failing', (response) => response.writeHead(503).end('{}'), 'server-error'],
  ['silent', () => undefined, 'timeout'],
  ['silent after a while', (response) => response.writeHead(200).write('x'), 'timeout'],
  [
    'breaking off',
    (response) => response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
    'connection-lost',
  ],
])('%s is unknown', async (_name, does, reason) => {
  answer = does;
  expect(await download(reason === 'timeout' ? 300 : undefined)).toEqual({ kind: 'unknown', reason });
});

test('stops an endless file at the limit', async () => {
  answer = (response) => {
    const timer = setInterval(() => response.write('x'.repeat(400)), 5);
    response.on('close', () => clearInterval(timer));
  };
  expect(await download()).toEqual({ kind: 'unknown', reason: 'unreadable' });
  await closed;
});

test('does not follow a redirect, neither to another host nor to the same one', async () => {
  for (const location of ['http://169.254.169.254/latest/meta-data/', `${url}/elsewhere`, '/elsewhere']) {
    answer = (response) => response.writeHead(302, { location }).end();
    expect(await download()).toEqual({ kind: 'unknown', reason: 'unreadable' });
  }
  expect(requests.map(({ path }) => path)).toEqual(['/file', '/file', '/file']);
});
