/** Clients that send slowly, never stop sending, do not read, or keep connections open. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';

const SLOW_CLIENTS = 200;
const IDLE_CONNECTIONS = 2000;
const PAUSE_MS = 50;
/** More than the limit for JSON, and more than the buffers between client and server. */
const HUGE_BYTES = 32 * 1024 * 1024;

let app: TestApp;
let sockets: Socket[] = [];
beforeEach(async () => {
  app = await testApp({ settings: { REQUEST_TIMEOUT_MS: '2000', STOP_TIMEOUT_MS: '200' } });
});
afterEach(async () => {
  // Closes although some clients still have connections: otherwise this would not end.
  await app.close();
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

const getPort = () => Number(new URL(app.deps.ports.getListeningAddress()).port);

async function open(): Promise<Socket> {
  const socket = connect(getPort(), '127.0.0.1');
  // The server may reset a connection on which the client still sends.
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const openMany = (count: number) => Promise.all(Array.from({ length: count }, open));

/** Returns what the server sent until it closed the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  // Not once(), which rejects if the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** Sends the start at once, and then a byte at a time. */
function trickle(socket: Socket, start: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write('x'), PAUSE_MS);
  socket.once('close', () => clearInterval(timer));
}

const post = (header: string) =>
  `POST /api/applications HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;

const getStatus = (answer: string) => answer.slice(0, answer.indexOf('\r\n'));

async function isAnswering(): Promise<boolean> {
  return (await fetch(`${app.deps.ports.getListeningAddress()}/api/campaigns`)).ok;
}

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['bodies', post('Content-Length: 100000')],
])('clients that send their %s one byte at a time are dropped and delay no others', async (_, start) => {
  const slow = await openMany(SLOW_CLIENTS);
  const answers = slow.map(readToEnd);
  for (const socket of slow) trickle(socket, start);
  expect(await isAnswering()).toBe(true);
  const statuses = new Set((await Promise.all(answers)).map(getStatus));
  expect([...statuses]).toEqual(['HTTP/1.1 408 Request Timeout']);
});

describe('a body over the limit gets 413, and its connection is closed', () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  test.each([
    ['with its length', `Content-Length: ${HUGE_BYTES}`, 'x'.repeat(0x10000)],
    ['in chunks without a length', 'Transfer-Encoding: chunked', chunk],
  ])('%s', async (_, header, part) => {
    const socket = await open();
    const answer = readToEnd(socket);
    socket.write(post(header));
    const send = () => {
      let hasRoom = true;
      while (hasRoom && !socket.destroyed) hasRoom = socket.write(part);
    };
    socket.on('drain', send);
    socket.once('data', () => socket.off('drain', send));
    send();
    const received = await answer;
    expect(getStatus(received)).toBe('HTTP/1.1 413 Payload Too Large');
    expect(received).toContain('request/too-large');
    expect(await isAnswering()).toBe(true);
  });
});

test('a client that does not read its responses is dropped', async () => {
  const accepted = once(app.http.server, 'connection');
  const socket = await open();
  socket.pause();
  // The client itself would learn of it only by reading.
  const [ofServer]: Socket[] = await accepted;
  const closed = new Promise((resolve) => ofServer?.once('close', resolve));
  const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (let n = 0; n < 200; n += 1) socket.write(request);
  await closed;
  expect(await isAnswering()).toBe(true);
});

test('answers while thousands of connections are idle, and stops in spite of them', async () => {
  await openMany(IDLE_CONNECTIONS / 2);
  for (const socket of await openMany(IDLE_CONNECTIONS / 2)) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
  }
  expect(app.http.server.listening).toBe(true);
  expect(await isAnswering()).toBe(true);
});
