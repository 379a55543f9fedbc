import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileUrl } from '#uploads/contract.ts';
import { testApp } from '#tests/support/app.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { picture } from './sample-media.ts';

test('with S3, files are in the bucket and not in the data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
  const s3 = await startS3(folder);
  const app = await testApp({ settings: s3.settings });
  try {
    const marketer = await app.signIn('marketer');
    const content = await picture('jpeg');
    const id = await uploadFile(marketer, content, 'proof', 'walk.jpg');
    const answer = await marketer.request('GET', fileUrl(id));
    expect(answer.status).toBe(200);
    expect(await readdir(app.deps.config.dataDir)).not.toContain('files');

    await s3.close();
    expect((await marketer.request('GET', fileUrl(id))).error.code).toBe('server/busy');
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
