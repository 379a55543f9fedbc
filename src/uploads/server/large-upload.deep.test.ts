/** A video of 200 MB, sent by the browser's client over a connection that is cut five times. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileUrl, largestBytes } from '#uploads/contract.ts';
import { recording } from './sample-media.ts';
import { upload } from './tables.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';

const SECONDS = 20;
const CUTS = 5;
const CHUNK_BYTES = 4 * 1024 * 1024;

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'promenade-large-'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function hash(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = createHash('sha256');
  for await (const part of stream) sum.update(part);
  return sum.digest('hex');
}

async function startCutter(server: URL, everyBytes: number) {
  const passed = { bytes: 0, cuts: 0 };
  const listener = createServer((client) => {
    const onward = connect(Number(server.port), server.hostname);
    const end = () => {
      client.destroy();
      onward.destroy();
    };
    for (const socket of [client, onward]) socket.on('error', end).on('close', end);
    onward.pipe(client);
    client.on('data', (bytes) => {
      passed.bytes += bytes.length;
      if (passed.cuts < CUTS && passed.bytes > (passed.cuts + 1) * everyBytes) {
        passed.cuts += 1;
        client.resetAndDestroy();
      } else if (!onward.write(bytes)) {
        client.pause();
        onward.once('drain', () => client.resume());
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo; // it listens on TCP
  const close = () => new Promise((resolve) => listener.close(resolve));
  return { origin: `http://127.0.0.1:${port}`, passed, close };
}

test('an upload of 200 MB that is cut five times resumes, and arrives without loss', async () => {
  const path = join(folder, 'walk.webm');
  const film = recording(SECONDS, 1_048_000);
  const size = film.length;
  expect(size).toBeGreaterThan(200_000_000);
  expect(size).toBeLessThanOrEqual(largestBytes('proof'));
  await writeFile(path, film);
  const sha256 = await hash(createReadStream(path));

  const marketer = await app.signIn('marketer');
  const headers = { cookie: marketer.cookieHeader().cookie ?? '' };
  const origin = app.deps.ports.getListeningAddress();
  const cutter = await startCutter(new URL(origin), Math.floor(size / (CUTS + 1)));
  const id = await new Promise<string>((resolve, reject) => {
    const sending = new TusUpload(createReadStream(path), {
      endpoint: `${cutter.origin}/api/uploads`,
      headers,
      metadata: { purpose: 'proof', filename: 'walk.webm' },
      chunkSize: CHUNK_BYTES,
      retryDelays: [0, 50, 200, 1000],
      onError: reject,
      onSuccess: () => resolve(sending.url?.split('/').at(-1) ?? ''),
    });
    sending.start();
  });
  await cutter.close();

  expect(cutter.passed.cuts).toBe(CUTS);
  expect(cutter.passed.bytes).toBeLessThan(size + (CUTS + 1) * CHUNK_BYTES);
  const [row] = await app.deps.db.select().from(upload).where(eq(upload.id, id));
  expect(row).toMatchObject({
    state: 'ready',
    contentType: 'video/webm',
    size,
    sha256,
    durationMs: SECONDS * 1000 - 100,
  });
  const answer = await fetch(`${origin}${fileUrl(id)}`, { headers });
  expect(answer.status).toBe(200);
  if (!answer.body) throw new Error('the file is empty');
  expect(await hash(Readable.fromWeb(answer.body))).toBe(sha256);
});
