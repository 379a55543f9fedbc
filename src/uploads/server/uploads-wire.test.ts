import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movie, picture, recording, webm } from './sample-media.ts';
import { upload } from './tables.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';

let app: TestApp;
let origin: string;
let cookie: string;

beforeAll(async () => {
  app = await testApp();
  origin = app.deps.ports.getListeningAddress();
  cookie = (await app.signIn('marketer')).cookieHeader().cookie ?? '';
});

afterAll(() => app.close());

interface Sent {
  id: string;
  progress: number[];
}

/** `abortAt` breaks off at that byte and resumes, as after a lost connection. */
function sendFile(
  content: Buffer,
  { chunkSize, abortAt }: { chunkSize: number; abortAt?: number },
): Promise<Sent> {
  const progress: number[] = [];
  return new Promise((resolve, reject) => {
    let hasBroken = false;
    const sending = new TusUpload(content, {
      endpoint: `${origin}/api/uploads`,
      headers: { cookie },
      metadata: { purpose: 'proof', filename: 'walk.jpg' },
      chunkSize,
      retryDelays: [0, 50],
      onError: reject,
      onSuccess: () => resolve({ id: sending.url?.split('/').at(-1) ?? '', progress }),
      onChunkComplete: (_size, offset) => {
        progress.push(offset);
        if (abortAt === undefined || hasBroken || offset < abortAt) return;
        hasBroken = true;
        sending.abort().then(() => sending.start(), reject);
      },
    });
    sending.start();
  });
}

const readState = async (id: string) => {
  const [row] = await app.deps.db.select().from(upload).where(eq(upload.id, id));
  return row;
};

test('the client sends a file in chunks', async () => {
  const content = await picture('jpeg', 800, 600);
  const { id, progress } = await sendFile(content, { chunkSize: 50_000 });
  expect(progress.length).toBe(Math.ceil(content.length / 50_000));
  expect(await readState(id)).toMatchObject({ state: 'ready', width: 800, height: 600 });
});

test('an interrupted upload resumes and arrives complete', async () => {
  const film = movie('isom', 1_000_000);
  const { id, progress } = await sendFile(film, { chunkSize: 100_000, abortAt: 300_000 });
  expect(progress).toEqual([...new Set(progress)].sort((one, other) => one - other));
  expect(progress.at(-1)).toBe(film.length);
  expect(await readState(id)).toMatchObject({ state: 'ready', size: film.length });
});

test('the client gets the reason of a refusal, and does not retry', async () => {
  const failure = await sendFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {
    chunkSize: 1000,
  }).catch(
    (error: { originalResponse: { getStatus(): number; getBody(): string } }) => error.originalResponse,
  );
  if (!('getStatus' in failure)) throw new Error('it was accepted');
  expect(failure.getStatus()).toBe(415);
  expect(JSON.parse(failure.getBody())).toMatchObject({ code: 'upload/wrong-type' });
});

const tus = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { method, headers: { cookie, 'tus-resumable': '1.0.0', ...headers } });

async function begin(length: number): Promise<string> {
  const answer = await tus('POST', '/api/uploads', {
    'upload-length': `${length}`,
    'upload-metadata': `purpose ${Buffer.from('proof').toString('base64')}`,
  });
  return answer.headers.get('location') ?? '';
}

function sendBeginning(path: string, content: Buffer, sentBytes: number, offset = 0): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PATCH ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}\r\n` +
          `Content-Type: application/offset+octet-stream\r\nContent-Length: ${content.length - offset}\r\n\r\n`,
      );
      socket.write(content.subarray(offset, offset + sentBytes), () => resolve(socket));
    });
    socket.on('error', reject);
  });
}

const getId = (path: string) => path.split('/').at(-1) ?? '';

const readOffset = async (path: string) => Number((await tus('HEAD', path)).headers.get('upload-offset'));

async function finish(path: string, content: Buffer): Promise<void> {
  const offset = await readOffset(path);
  const answer = await fetch(`${origin}${path}`, {
    method: 'PATCH',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': `${offset}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(content.subarray(offset)),
  });
  expect(answer.status).toBe(204);
}

test('a connection that breaks within a chunk loses only the bytes not yet received', async () => {
  const film = webm(false, 200_000);
  const path = await begin(film.length);
  const socket = await sendBeginning(path, film, 120_000);
  const onDisk = join(app.deps.config.dataDir, 'uploads', getId(path));
  await expect.poll(async () => (await stat(onDisk)).size).toBeGreaterThan(0);
  socket.destroy();
  const offset = await readOffset(path);
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThanOrEqual(120_000);
  await finish(path, film);
  expect(await readState(getId(path))).toMatchObject({ state: 'ready', size: film.length });
});

test('a hanging connection is dropped immediately when the client resumes on another', async () => {
  const film = webm(false, 200_000);
  const path = await begin(film.length);
  const hanging = await sendBeginning(path, film, 90_000);
  // Resuming ends the read, and bytes not read by then would be lost.
  const onDisk = join(app.deps.config.dataDir, 'uploads', getId(path));
  await expect.poll(async () => (await stat(onDisk)).size).toBe(90_000);
  const askedAt = performance.now();
  await expect.poll(() => readOffset(path)).toBe(90_000);
  // The target is half a second; a request that waits for a lock is refused after ten.
  expect(performance.now() - askedAt).toBeLessThan(8000);
  await finish(path, film);
  hanging.destroy();
  expect(await readState(getId(path))).toMatchObject({ state: 'ready', size: film.length });
});

test(
  'an upload whose connection is cut five times arrives without loss',
  async () => {
    const film = recording(6, 100_000);
    const path = await begin(film.length);
    let offset = 0;
    for (let cut = 1; cut <= 5; cut += 1) {
      const socket = await sendBeginning(path, film, Math.floor(film.length / 6), offset);
      const onDisk = join(app.deps.config.dataDir, 'uploads', getId(path));
      await expect.poll(async () => (await stat(onDisk)).size).toBeGreaterThan(offset);
      socket.destroy();
      const arrived = await readOffset(path);
      expect(arrived).toBeGreaterThan(offset);
      expect(arrived).toBeLessThan(film.length);
      offset = arrived;
    }
    await finish(path, film);
    const sha256 = createHash('sha256').update(film).digest('hex');
    expect(await readState(getId(path))).toMatchObject({
      state: 'ready',
      size: film.length,
      sha256,
      durationMs: 5900,
    });
  },
  STORY_LIMIT_MS,
);
