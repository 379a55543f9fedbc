import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { Random } from '#kernel/id.ts';
import { SECOND } from '#kernel/time.ts';
import type { S3Config } from '../settings/storage-settings.ts';
import { createKey, isKey } from './key.ts';
import { type ByteRange, FileMissing, type Storage, StorageUnavailable } from './storage.ts';

/**
 * Files in a bucket, under the same keys as in a folder. An object exists only once its upload is complete. A crash in
 * the middle of a large upload leaves parts, which a lifecycle rule of the bucket removes (docs/operations.md).
 */
export async function s3Storage(
  config: S3Config,
  { random, timeoutMs = 30 * SECOND }: { random: Random; timeoutMs?: number },
): Promise<Storage> {
  // Only loaded if files are in S3: the packages take a third of a second.
  const { S3Client, GetObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other storages than Amazon's have no domain for each bucket, and may not know its newest checksums.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3 * SECOND,
      requestTimeout: timeoutMs,
      // Otherwise the client only writes a warning.
      throwOnRequestTimeout: true,
      // A response that stops in the middle.
      socketTimeout: timeoutMs,
    },
  });

  return {
    async put(content, { contentType }) {
      const Key = createKey(random);
      const hash = createHash('sha256');
      let size = 0;
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      // The upload reports the error: the pipeline destroys `measured` with it.
      pipeline(source, measured, () => {});
      const upload = new Upload({
        client,
        params: { Bucket, Key, Body: measured, ContentType: contentType },
      });
      await upload.done().catch((error: unknown) => {
        measured.destroy();
        throw isOfStorage(error) ? new StorageUnavailable(error) : error;
      });
      return { key: Key, size, sha256: hash.digest('hex') };
    },

    async open(key, range) {
      requireKey(key);
      if (range && !(range.start >= 0 && range.start <= range.end)) throw outside(range);
      const object = await client
        .send(new GetObjectCommand({ Bucket, Key: key, ...(range && { Range: toHeader(range) }) }))
        .catch((error: unknown) => {
          if (getName(error) === 'NoSuchKey') throw new FileMissing();
          if (range && getName(error) === 'InvalidRange') throw outside(range);
          throw new StorageUnavailable(error);
        });
      const stream = toReadable(object);
      const size = getSize(object);
      if (!range || range.end < size) return { stream, size };
      stream.destroy();
      throw outside(range);
    },

    async remove(key) {
      requireKey(key);
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch((error: unknown) => {
        throw new StorageUnavailable(error);
      });
    },
  };
}

function requireKey(key: string): void {
  if (!isKey(key)) throw new FileMissing();
}

const toHeader = ({ start, end }: ByteRange) => `bytes=${start}-${end}`;

const outside = ({ start, end }: ByteRange) =>
  new RangeError(`bytes ${start}-${end} lie outside of the file`);

const getName = (error: unknown) => (error instanceof Error ? error.name : '');

/** The caller's stream fails with its own error, which is not one of the storage. */
const isOfStorage = (error: unknown) => error instanceof Error && ('$metadata' in error || 'code' in error);

function toReadable({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return Body;
  throw new Error('the storage returned no content');
}

/** Returns the size of the whole file. Content-Range is `bytes 2-4/10`. */
function getSize({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  return ContentRange === undefined ? (ContentLength ?? 0) : Number(ContentRange.split('/')[1]);
}
