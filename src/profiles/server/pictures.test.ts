import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { movie, pdf, photoWithPlace, picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { setBusinessLogo, setProfilePhoto } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const readUser = async (client: Client) => (await client.call(getCurrentUser)).body;
const sendPhoto = async (client: Client) =>
  uploadFile(client, await picture('jpeg', 900, 600), 'profile-photo', 'me.jpg');
const setPhoto = (client: Client, uploadId: string | null) =>
  client.call(setProfilePhoto, { body: { uploadId } });

async function withPhoto(client: Client): Promise<string> {
  const { body } = await setPhoto(client, await sendPhoto(client));
  if (body.url === null) throw new Error('the photo was not kept');
  return body.url;
}

/** Returns a file's bytes as the caller gets them. */
async function read(client: Client, url: string): Promise<{ status: number; type: unknown; bytes: Buffer }> {
  const cookie = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.http.inject({ url, headers: cookie ? { cookie } : {} });
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes: answer.rawPayload };
}

async function countFiles(): Promise<number> {
  const entries = await readdir(join(app.deps.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
}

describe('a profile photo', () => {
  it('is part of the account once set, as a square and without location data', async () => {
    const client = await app.signIn('marketer');
    const uploadId = await uploadFile(client, await photoWithPlace(800, 600), 'profile-photo', 'me.jpg');
    expect((await readUser(client)).profileImageUrl).toBeNull();
    const set = await setPhoto(client, uploadId);
    expect([set.status, set.body]).toEqual([
      200,
      { message: 'Your photo is saved.', url: `/api/files/${uploadId}` },
    ]);
    expect((await readUser(client)).profileImageUrl).toBe(`/api/files/${uploadId}`);
    const { type, bytes } = await read(client, `/api/files/${uploadId}`);
    const { width, height, exif } = await sharp(bytes).metadata();
    expect([type, width, height, exif, bytes.includes('Telephone')]).toEqual([
      'image/jpeg',
      512,
      512,
      undefined,
      false,
    ]);
  });

  it('is visible to every signed-in user, but only once it is set', async () => {
    const marketer = await app.signIn('marketer');
    const advertiser = await app.signIn('advertiser');
    const uploadId = await sendPhoto(marketer);
    const url = `/api/files/${uploadId}`;
    expect((await read(advertiser, url)).status).toBe(404);
    await setPhoto(marketer, uploadId);
    for (const viewer of [marketer, advertiser, await app.signIn('marketer'), await app.signInAdmin()]) {
      expect((await read(viewer, url)).status).toBe(200);
    }
    expect((await read(app.visitor(), url)).status).toBe(404);
  });

  it('is replaced together with its file, and can be removed', async () => {
    const client = await app.signIn('marketer');
    await app.runDue();
    const before = await countFiles();
    const first = await withPhoto(client);
    const second = await withPhoto(client);
    expect(second).not.toBe(first);
    expect((await read(client, first)).status).toBe(404);
    expect((await read(client, second)).status).toBe(200);
    await app.runDue();
    expect(await countFiles()).toBe(before + 1);

    const removed = await setPhoto(client, null);
    expect(removed.body).toEqual({ message: 'Your photo is removed.', url: null });
    expect((await readUser(client)).profileImageUrl).toBeNull();
    expect((await read(client, second)).status).toBe(404);
    await app.runDue();
    expect(await countFiles()).toBe(before);
    expect((await setPhoto(client, null)).status).toBe(200);
  });

  it('does not change if it is set again', async () => {
    const client = await app.signIn('marketer');
    const uploadId = await sendPhoto(client);
    await setPhoto(client, uploadId);
    expect((await setPhoto(client, uploadId)).body.url).toBe(`/api/files/${uploadId}`);
    await app.runDue();
    expect((await read(client, `/api/files/${uploadId}`)).status).toBe(200);
  });

  it('stays if the next one is refused', async () => {
    const client = await app.signIn('marketer');
    const url = await withPhoto(client);
    const other = await app.signIn('marketer');
    const theirs = await sendPhoto(other);
    const brand = await uploadFile(client, await picture('png'), 'brand-asset', 'logo.png');
    const begun = await client.request('POST', '/api/uploads', undefined, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `purpose ${Buffer.from('profile-photo').toString('base64')}`,
      },
    });
    const unfinished = String(begun.headers['location']).split('/').at(-1) ?? '';
    const codes: [string, string][] = [
      [theirs, 'upload/not-found'],
      [brand, 'upload/wrong-type'],
      [unfinished, 'upload/incomplete'],
      ['7d1c6d0e-0000-4000-8000-000000000000', 'upload/not-found'],
    ];
    for (const [uploadId, code] of codes) expect((await setPhoto(client, uploadId)).error.code).toBe(code);
    for (const body of [{}, { uploadId: 'x' }, { uploadId: null, userId: other.userId }]) {
      expect((await client.request('PUT', '/api/profile/photo', body)).status).toBe(400);
    }
    expect((await readUser(client)).profileImageUrl).toBe(url);
    expect((await read(client, url)).status).toBe(200);
    expect((await setPhoto(other, theirs)).status).toBe(200);
  });

  it('cannot be deleted through the upload while the profile uses it', async () => {
    const client = await app.signIn('marketer');
    const url = await withPhoto(client);
    const answer = await client.request('DELETE', url.replace('/api/files/', '/api/uploads/'), undefined, {
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect([answer.status, answer.error.code]).toEqual([409, 'upload/claimed']);
  });
});

describe('a file that is no photo is refused with a clear message', () => {
  it.each([
    ['a PDF', pdf()],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing that runs', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a film', movie('isom')],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, ...Array.from({ length: 200 }, () => 0)])],
  ])('%s named as a JPG', async (_, content) => {
    const client = await app.signIn('marketer');
    const sent = uploadFile(client, content, 'profile-photo', 'me.jpg');
    await expect(sent).rejects.toThrow('415 Please select a valid image file');
  });

  it('a truncated image', async () => {
    const client = await app.signIn('marketer');
    const whole = await picture('jpeg', 400, 400);
    const sent = uploadFile(client, whole.subarray(0, whole.length / 2), 'profile-photo', 'me.jpg');
    await expect(sent).rejects.toThrow('415 This image is damaged or incomplete.');
  });

  it('a file over 5 MB, before and during the upload', async () => {
    const client = await app.signIn('marketer');
    const large = Buffer.concat([await picture('jpeg'), Buffer.alloc(5 * 1024 * 1024)]);
    const sent = uploadFile(client, large, 'profile-photo', 'me.jpg');
    await expect(sent).rejects.toThrow('413 Please select an image smaller than 5MB');
  });
});

describe('a business logo', () => {
  it('is for advertisers and keeps its shape', async () => {
    const client = await app.signIn('advertiser');
    const uploadId = await uploadFile(client, await picture('png', 1024, 256), 'business-logo', 'logo.png');
    const { body } = await client.call(setBusinessLogo, { body: { uploadId } });
    expect(body).toEqual({ message: 'Your logo is saved.', url: `/api/files/${uploadId}` });
    expect(await readUser(client)).toMatchObject({ logoUrl: body.url, profileImageUrl: null });
    const { bytes } = await read(await app.signIn('marketer'), `/api/files/${uploadId}`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 128 });
  });

  it('is separate from the photo, and not for marketers', async () => {
    const client = await app.signIn('advertiser');
    const logo = await uploadFile(client, await picture('png'), 'business-logo', 'logo.png');
    expect((await setPhoto(client, logo)).error.code).toBe('upload/wrong-type');
    const asLogo = await client.call(setBusinessLogo, { body: { uploadId: await sendPhoto(client) } });
    expect(asLogo.error.code).toBe('upload/wrong-type');
    const marketer = await app.signIn('marketer');
    expect((await marketer.call(setBusinessLogo, { body: { uploadId: null } })).status).toBe(403);
  });
});
