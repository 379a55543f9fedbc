import S3rver from 's3rver';
import type { S3Config } from '#platform/server/settings/storage-settings.ts';

/** Starts an S3 server with one bucket, whose files are in `directory`. It knows one access key, and does not check signatures. */
export async function startS3(directory: string): Promise<{ config: S3Config; close(): Promise<void> }> {
  const bucket = 'files';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    config: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () => server.close(),
  };
}
