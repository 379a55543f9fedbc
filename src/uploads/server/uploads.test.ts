import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import { transact } from '#platform/server/db/transact.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { fileUrl, purposes, uploadProcess, type UploadPurpose, UploadState } from '#uploads/contract.ts';
import { uploadsModule } from './module.ts';
import { movie, pdf, picture, webm } from './sample-media.ts';
import type { Deps, FileAccess } from './ports.ts';
import { claimUpload } from './service.ts';
import { openStaging } from './staging.ts';
import { upload } from './tables.ts';
import { DrivenClock, type TestApp, testApp } from '#tests/support/app.ts';

const now = new Date('2026-03-01T12:00:00Z');
let app: TestApp;
let deps: Deps;
let folder: string;
let ada: string;
let eve: string;

beforeAll(async () => {
  app = await testApp({ listens: false, clock: new DrivenClock(now.toISOString()) });
  deps = app.deps;
  folder = deps.config.dataDir;
  ada = await readCookie('ada@example.com');
  eve = await readCookie('eve@example.com');
});

afterAll(() => app.close());

const readCookie = async (email: string) => (await app.signIn('marketer', email)).cookieHeader().cookie ?? '';

const metadata = (purpose: string) => `purpose ${Buffer.from(purpose).toString('base64')},filename YS5leGU=`;

function call(
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE' | 'GET',
  url: string,
  cookie: string | null,
  headers: Record<string, string> = {},
  payload?: Buffer,
): Promise<LightMyRequestResponse> {
  return app.http.inject({
    method,
    url,
    headers: { 'tus-resumable': '1.0.0', ...(cookie ? { cookie } : {}), ...headers },
    ...(payload ? { payload } : {}),
  });
}

const create = (cookie: string | null, purpose: string, length: number | string) =>
  call('POST', '/api/uploads', cookie, {
    'upload-length': `${length}`,
    'upload-metadata': metadata(purpose),
  });

const append = (cookie: string | null, id: string, offset: number, bytes: Buffer) =>
  call(
    'PATCH',
    `/api/uploads/${id}`,
    cookie,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${offset}` },
    bytes,
  );

const readOffset = async (cookie: string | null, id: string) => {
  const answer = await call('HEAD', `/api/uploads/${id}`, cookie);
  return answer.statusCode === 200 ? Number(answer.headers['upload-offset']) : answer.statusCode;
};

async function begin(cookie: string, purpose: UploadPurpose, length: number): Promise<string> {
  const answer = await create(cookie, purpose, length);
  expect(answer.statusCode).toBe(201);
  return String(answer.headers.location).split('/').at(-1) ?? '';
}

async function send(cookie: string, purpose: UploadPurpose, content: Buffer) {
  const id = await begin(cookie, purpose, content.length);
  return { id, answer: await append(cookie, id, 0, content) };
}

async function readRow(id = '') {
  const [row] = await deps.db.select().from(upload).where(eq(upload.id, id));
  return row;
}

const readOwner = async (id: string) => (await readRow(id))?.ownerId ?? '';
const staged = () => readdir(join(folder, 'uploads'));
const stored = async () =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

const claim = (uploadId: string, ownerId: string, usable: readonly UploadPurpose[] = ['proof']) =>
  transact(deps.db, (tx) => claimUpload(tx, { uploadId, ownerId, purposes: usable, at: now }));

test('a file in chunks is created, interrupted, resumed, ready and readable, with nothing left in staging', async () => {
  const content = await picture('jpeg', 300, 200);
  const begun = await create(ada, 'proof', content.length);
  expect(begun.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' });
  expect(begun.headers.location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
  const id = String(begun.headers.location).split('/').at(-1) ?? '';
  expect(await readOffset(ada, id)).toBe(0);
  const first = await append(ada, id, 0, content.subarray(0, 1000));
  expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '1000']);
  expect(await readOffset(ada, id)).toBe(1000);
  expect((await call('GET', fileUrl(id), ada)).statusCode).toBe(404);
  const last = await append(ada, id, 1000, content.subarray(1000));
  expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, `${content.length}`]);
  expect(await readOffset(ada, id)).toBe(content.length);
  expect(await readRow(id)).toMatchObject({
    state: 'ready',
    contentType: 'image/jpeg',
    width: 300,
    height: 200,
  });
  expect(await staged()).toEqual([]);
  const file = await call('GET', fileUrl(id), ada);
  expect(file.statusCode).toBe(200);
  expect((await sharp(file.rawPayload).metadata()).format).toBe('jpeg');
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe((await readRow(id))?.sha256);
});

test('a file sent with its creation is finished immediately', async () => {
  const content = webm();
  const answer = await call(
    'POST',
    '/api/uploads',
    ada,
    {
      'upload-length': `${content.length}`,
      'upload-metadata': metadata('proof'),
      'content-type': 'application/offset+octet-stream',
    },
    content,
  );
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, `${content.length}`]);
  expect(await readRow(String(answer.headers.location).split('/').at(-1))).toMatchObject({
    state: 'ready',
    contentType: 'video/webm',
  });
});

test('refuses uploads without a session', async () => {
  const id = await begin(ada, 'proof', 100);
  expect((await create(null, 'proof', 100)).json()).toMatchObject({ code: 'auth/required' });
  expect((await append(null, id, 0, Buffer.alloc(10))).statusCode).toBe(401);
  expect(await readOffset(null, id)).toBe(401);
  expect((await call('DELETE', `/api/uploads/${id}`, null)).statusCode).toBe(401);
  expect(await readOffset(ada, id)).toBe(0);
});

test("another user's upload is not found: no offset, append, removal, read or claim", async () => {
  const id = await begin(ada, 'proof', 100);
  const { id: finished } = await send(ada, 'proof', await picture('png'));
  expect(await readOffset(eve, id)).toBe(404);
  expect((await append(eve, id, 0, Buffer.alloc(100))).json()).toMatchObject({ code: 'upload/not-found' });
  expect((await call('DELETE', `/api/uploads/${id}`, eve)).statusCode).toBe(404);
  for (const reader of [eve, null])
    expect((await call('GET', fileUrl(finished), reader)).statusCode).toBe(404);
  const { id: hers } = await send(eve, 'proof', await picture('png'));
  await expect(claim(finished, await readOwner(hers))).rejects.toMatchObject({ code: 'upload/not-found' });
  expect(await readOffset(ada, id)).toBe(0);
  expect(await readRow(finished)).toMatchObject({ state: 'ready' });
});

test('invalid ids are 404, even as paths', async () => {
  for (const id of ['x', '..%2f..%2fetc', systemRandom.uuid(), 'undefined', '%00']) {
    expect(await readOffset(ada, id)).toBeGreaterThanOrEqual(400);
    expect((await append(ada, id, 0, Buffer.alloc(1))).statusCode).toBeGreaterThanOrEqual(400);
    expect((await call('GET', `/api/files/${id}`, ada)).statusCode).toBe(404);
  }
});

test.each([
  ['proof', 200, t(purposes.proof.text)],
  ['brand-asset', 10, t(purposes['brand-asset'].text)],
  ['profile-photo', 5, 'Please select an image smaller than 5MB'],
  ['business-logo', 5, 'Please select an image smaller than 5MB'],
] as const)('%s: %i MB may be declared, and not a byte more', async (purpose, megabytes, text) => {
  const limit = megabytes * 1024 * 1024;
  const answer = await create(ada, purpose, limit + 1);
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({
    code: 'upload/too-large',
    message: expect.stringContaining(text),
  });
  const id = await begin(ada, purpose, limit);
  expect((await call('DELETE', `/api/uploads/${id}`, ada)).statusCode).toBe(204);
});

test.each([
  [{ 'upload-length': '10' }, 'purpose'],
  [{ 'upload-length': '10', 'upload-metadata': metadata('kyc') }, 'purpose'],
  [{ 'upload-length': '10', 'upload-metadata': ',,, ,' }, 'purpose'],
  [{ 'upload-metadata': metadata('proof') }, 'declaredSize'],
  [{ 'upload-length': '-1', 'upload-metadata': metadata('proof') }, 'declaredSize'],
  [{ 'upload-length': '1e3', 'upload-metadata': metadata('proof') }, 'declaredSize'],
  [{ 'upload-defer-length': '1', 'upload-metadata': metadata('proof') }, 'declaredSize'],
])('a creation with %j is refused and names the field', async (headers, field) => {
  const answer = await call('POST', '/api/uploads', ada, headers);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toHaveProperty(field);
});

test('an empty file is refused', async () => {
  expect((await create(ada, 'proof', 0)).json()).toMatchObject({
    code: 'upload/wrong-type',
    message: 'This file is empty.',
  });
});

test('another version of the protocol is refused, and ours is named', async () => {
  for (const version of ['0.2.2', '']) {
    const answer = await call('POST', '/api/uploads', ada, { 'tus-resumable': version });
    expect(answer.statusCode).toBe(412);
    expect(answer.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' });
  }
});

test('bytes at another offset or beyond the declared end are refused and change nothing', async () => {
  const id = await begin(ada, 'proof', 100);
  await append(ada, id, 0, Buffer.alloc(40));
  for (const offset of [0, 39, 41, 100]) {
    expect((await append(ada, id, offset, Buffer.alloc(10))).json()).toMatchObject({ code: 'upload/offset' });
  }
  expect((await append(ada, id, 40, Buffer.alloc(61))).json()).toMatchObject({ code: 'upload/too-large' });
  expect(await readOffset(ada, id)).toBe(40);
  const wrongType = await call(
    'PATCH',
    `/api/uploads/${id}`,
    ada,
    { 'content-type': 'application/json', 'upload-offset': '40' },
    Buffer.from('{}'),
  );
  expect(wrongType.json()).toMatchObject({ code: 'request/unsupported-type' });
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', pdf()],
  ['a film with an archive behind it', Buffer.concat([movie('isom'), Buffer.from('PK\x03\x04')])],
])('%s as proof is refused with the reason, and its bytes are deleted', async (_, content) => {
  const filesBefore = await stored();
  const stagedBefore = await staged();
  const { id, answer } = await send(ada, 'proof', content);
  expect(answer.statusCode).toBe(415);
  const { code, message } = answer.json();
  expect(code).toBe('upload/wrong-type');
  expect(await readRow(id)).toMatchObject({ state: 'refused', refusal: message, storageKey: null });
  expect([await stored(), await staged()]).toEqual([filesBefore, stagedBefore]);
  expect((await call('GET', fileUrl(id), ada)).statusCode).toBe(404);
  expect(await readOffset(ada, id)).toBe(415);
  await expect(claim(id, await readOwner(id))).rejects.toMatchObject({ code: 'upload/wrong-type', message });
});

test('an image above the image limit is refused, although videos may be larger', async () => {
  const noise = await sharp(randomBytes(3000 * 2500 * 3), { raw: { width: 3000, height: 2500, channels: 3 } })
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(20 * 1024 * 1024);
  const { answer } = await send(ada, 'proof', noise);
  expect(answer.json()).toMatchObject({
    code: 'upload/wrong-type',
    message: expect.stringContaining('too large'),
  });
});

test('an upload is claimed once, complete, by its owner, for its purpose', async () => {
  const begun = await begin(ada, 'proof', 100);
  const owner = await readOwner(begun);
  await expect(claim(begun, owner)).rejects.toMatchObject({ code: 'upload/incomplete' });
  const { id } = await send(ada, 'proof', await picture('webp'));
  await expect(claim(id, owner, ['brand-asset'])).rejects.toMatchObject({ code: 'upload/wrong-type' });
  expect(await claim(id, owner, ['brand-asset', 'proof'])).toMatchObject({
    id,
    state: 'claimed',
    contentType: 'image/webp',
    width: 64,
  });
  await expect(claim(id, owner)).rejects.toMatchObject({ code: 'upload/not-found' });
  expect((await call('DELETE', `/api/uploads/${id}`, ada)).json()).toMatchObject({ code: 'upload/claimed' });
  expect((await call('GET', fileUrl(id), ada)).statusCode).toBe(200);
});

test('a claim is undone if its transaction fails', async () => {
  const { id } = await send(ada, 'proof', await picture('webp'));
  const ownerId = await readOwner(id);
  const failing = transact(deps.db, async (tx) => {
    await claimUpload(tx, { uploadId: id, ownerId, purposes: ['proof'], at: now });
    throw new Error('the rest failed');
  });
  await expect(failing).rejects.toThrow('the rest failed');
  expect(await readRow(id)).toMatchObject({ state: 'ready', claimedAt: null });
});

test('removal by its owner deletes everything, started or ready', async () => {
  const filesBefore = await stored();
  const stagedBefore = await staged();
  const begun = await begin(ada, 'proof', 100);
  const { id } = await send(ada, 'proof', await picture('png'));
  for (const each of [begun, id]) {
    expect((await call('DELETE', `/api/uploads/${each}`, ada)).statusCode).toBe(204);
    expect(await readOffset(ada, each)).toBe(404);
    expect(await readRow(each)).toBeUndefined();
  }
  expect([await stored(), await staged()]).toEqual([filesBefore, stagedBefore]);
});

test('one user cannot store more than a gigabyte of unclaimed uploads', async () => {
  const cookie = await readCookie('piler@example.com');
  const limit = 200 * 1024 * 1024;
  for (let count = 0; count < 5; count += 1) await begin(cookie, 'proof', limit);
  expect((await create(cookie, 'proof', limit)).json()).toMatchObject({ code: 'upload/too-many' });
  await begin(cookie, 'proof', 1024 * 1024);
});

test('a user permitted by another domain may read the file, and the response cannot run code', async () => {
  const { id } = await send(ada, 'brand-asset', pdf());
  const { id: image } = await send(ada, 'brand-asset', await picture('png'));
  const readers = deps.ports.fileAccess as Record<UploadPurpose, FileAccess>; // filled once, when the app starts
  readers['brand-asset'] = async (_reader, file, actor) =>
    file.id === image || (file.id === id && actor !== null);
  const download = await call('GET', fileUrl(id), eve);
  expect(download.statusCode).toBe(200);
  expect(download.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${id}.pdf"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
  });
  expect((await call('GET', fileUrl(id), null)).statusCode).toBe(404);
  const shown = await call('GET', fileUrl(image), null);
  expect(shown.headers['content-disposition']).toBe(`inline; filename="${image}.png"`);
  const again = await call('GET', fileUrl(image), null, { 'if-none-match': String(shown.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a player may request a range of a video', async () => {
  const film = webm(false, 5000);
  const { id } = await send(ada, 'proof', film);
  const part = await call('GET', fileUrl(id), ada, { range: 'bytes=100-199' });
  expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
    206,
    `bytes 100-199/${film.length}`,
    '100',
  ]);
  expect(part.rawPayload.equals(film.subarray(100, 200))).toBe(true);
  expect(
    (await call('GET', fileUrl(id), ada, { range: 'bytes=-10' })).rawPayload.equals(film.subarray(-10)),
  ).toBe(true);
  const outside = await call('GET', fileUrl(id), ada, { range: `bytes=${film.length}-` });
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${film.length}`]);
  expect((await call('GET', fileUrl(id), ada, { range: 'lines=1-2' })).rawPayload.length).toBe(film.length);
});

test('two concurrent last chunks finish the file once', async () => {
  const filesBefore = await stored();
  const content = await picture('png', 400, 400);
  const id = await begin(ada, 'proof', content.length);
  await append(ada, id, 0, content.subarray(0, -1));
  const answers = await Promise.all([
    append(ada, id, content.length - 1, content.subarray(-1)),
    append(ada, id, content.length - 1, content.subarray(-1)),
    readOffset(ada, id),
  ]);
  expect(
    answers.filter((answer) => typeof answer === 'object' && answer.statusCode === 204).length,
  ).toBeGreaterThanOrEqual(1);
  expect(await readRow(id)).toMatchObject({ state: 'ready' });
  expect(await stored()).toBe(filesBefore + 1);
});

test('a complete file left unchecked by a crash is finished by the next request', async () => {
  const content = await picture('jpeg');
  const id = await begin(ada, 'proof', content.length);
  await append(ada, id, 0, content.subarray(0, 100));
  await appendFile(join(folder, 'uploads', id), content.subarray(100));
  expect(await readOffset(ada, id)).toBe(content.length);
  expect(await readRow(id)).toMatchObject({ state: 'ready' });
});

test('a file that could not be recorded leaves no copy, and is finished by the next request', async () => {
  const content = movie('isom');
  const id = await begin(ada, 'proof', content.length);
  const before = await stored();
  await app.database.asOwner(
    "alter table upload add constraint fails_now check (state <> 'ready') not valid",
  );
  expect((await append(ada, id, 0, content)).statusCode).toBe(500);
  expect(await stored()).toBe(before);
  await app.database.asOwner('alter table upload drop constraint fails_now');
  expect(await readOffset(ada, id)).toBe(content.length);
  expect(await readRow(id)).toMatchObject({ state: 'ready' });
});

test('the sweep removes uploads unfinished after a day or unclaimed after a week, and no others', async () => {
  const [sweep] = uploadsModule(openStaging(join(folder, 'uploads'))).sweeps?.(deps) ?? [];
  const run = (at: Date) => sweep?.run({ clock: { now: () => at }, random: deps.random, log: deps.log });
  const begun = await begin(ada, 'proof', 100);
  await append(ada, begun, 0, Buffer.alloc(50));
  const { id: ready } = await send(ada, 'proof', await picture('png'));
  const { id: claimed } = await send(ada, 'proof', await picture('png'));
  await claim(claimed, await readOwner(claimed));
  await run(addMilliseconds(now, DAY - MINUTE));
  expect(await readOffset(ada, begun)).toBe(50);
  await run(addMilliseconds(now, DAY + MINUTE));
  expect(await readOffset(ada, begun)).toBe(404);
  expect(await staged()).not.toContain(begun);
  expect(await readRow(ready)).toMatchObject({ state: 'ready' });
  const key = (await readRow(ready))?.storageKey ?? '';
  await run(addMilliseconds(now, 7 * DAY + HOUR));
  expect(await readRow(ready)).toBeUndefined();
  await expect(deps.storage.open(key)).rejects.toThrow('no such file');
  expect((await call('GET', fileUrl(claimed), ada)).statusCode).toBe(200);
});

test('the database has the states of the process', async () => {
  const { rows } = await app.database.asOwner(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'upload_state_check'",
  );
  const inDatabase = [...String(rows[0].text).matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(inDatabase.sort()).toEqual([...uploadProcess.states].sort());
  expect([...UploadState.options].sort()).toEqual([...uploadProcess.states].sort());
});

test('allows twenty uploads per hour', async () => {
  const { database, clock } = app;
  const own = await testApp({ listens: false, database, clock, settings: { LIMITS: '' } });
  const headers = {
    'tus-resumable': '1.0.0',
    cookie: ada,
    'upload-length': '10',
    'upload-metadata': metadata('proof'),
  };
  const statuses = [];
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await own.http.inject({ method: 'POST', url: '/api/uploads', headers })).statusCode);
  }
  await own.close();
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
});

test('a stored file that is missing or cut off is not found, and the log names the upload', async () => {
  const { id } = await send(ada, 'proof', await picture('png'));
  const path = join(folder, 'files', (await readRow(id))?.storageKey ?? '');
  await truncate(path, 20);
  for (const range of ['', 'bytes=0-9', 'bytes=30-39']) {
    const answer = await call('GET', fileUrl(id), ada, { range });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'upload/not-found']);
    expect(answer.headers).not.toHaveProperty('etag');
  }
  await rm(path);
  expect((await call('GET', fileUrl(id), ada)).statusCode).toBe(404);
});
