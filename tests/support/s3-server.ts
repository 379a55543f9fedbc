import S3rver from 's3rver';
import type { S3Config } from '#platform/server/settings/storage-settings.ts';

interface RunningS3 {
  config: S3Config;
  /** The same as environment variables. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an S3 server with one bucket, whose files are in `directory`. It knows one access key and checks no signatures. */
export async function startS3(directory: string): Promise<RunningS3> {
  const bucket = 'files';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const [accessKeyId, secretAccessKey] = ['S3RVER', 'S3RVER'];
  return {
    config: { bucket, endpoint, region: 'us-east-1', accessKeyId, secretAccessKey },
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    close: () => server.close(),
  };
}
