import { access, constants } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SECOND, systemClock } from '#kernel/time.ts';
import { checkCredentials } from '#payments/server/provider/check-credentials.ts';
import { checkRedis } from '#platform/server/limits/redis-store.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { verifySmtp } from '#platform/server/mail/smtp-mailer.ts';
import type { Config } from '#platform/server/settings/config.ts';
import type { S3Config } from '#platform/server/settings/storage-settings.ts';
import { s3Storage } from '#platform/server/storage/s3-storage.ts';
import { FileMissing, StorageUnavailable } from '#platform/server/storage/storage.ts';
import { withinLimit } from '#platform/server/within-limit.ts';
import { checkClock } from './check-clock.ts';
import { describeFailure, failed, type Finding, LIMIT_MS, ok, warning } from './finding.ts';

export async function checkWallet({ wallet }: Config): Promise<Finding[]> {
  const { baseUrl } = wallet;
  if (baseUrl === undefined)
    return [ok('wallet', 'The built-in simulator is part of the server, so there is nothing to connect to.')];
  const startedAt = systemClock.now().getTime();
  const { outcome, date } = await withinLimit(checkCredentials({ ...wallet, baseUrl }), LIMIT_MS).catch(
    (error: unknown) => ({
      outcome: { kind: 'unknown' as const, reason: describeFailure(error) },
      date: null,
    }),
  );
  const endedAt = systemClock.now().getTime();
  const findings: Finding[] = [];
  if (outcome.kind === 'success') findings.push(ok('wallet', `${baseUrl} accepts the credentials.`));
  else findings.push(failed('wallet', describeRefusal(baseUrl, outcome)));
  // The header has no fractions, so on average it is half a second too early.
  if (date !== null)
    findings.push(checkClock('wallet', (startedAt + endedAt) / 2 - (date.getTime() + SECOND / 2)));
  return findings;
}

export async function checkLimitStore({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined) return [];
  try {
    await checkRedis(redisUrl);
    return [ok('limits', 'REDIS_URL answers and runs scripts.')];
  } catch (error) {
    const text =
      `REDIS_URL does not answer: ${describeFailure(error)}. Start the server it names, or remove the setting. ` +
      'Until then, rate limits count per process.';
    return [warning('limits', text)];
  }
}

/** Stores a small file as the server does, reads it, and removes it. Returns no findings without S3_BUCKET. */
export async function checkBucket({ s3 }: Config): Promise<Finding[]> {
  if (s3 === null) return [];
  try {
    await withinLimit(tryBucket(s3), LIMIT_MS);
    return [ok('bucket', `S3_BUCKET ${s3.bucket} can be written and read.`)];
  } catch (error) {
    const reason = describeFailure(error instanceof StorageUnavailable ? error.cause : error);
    const text = `S3_BUCKET ${s3.bucket} cannot be used: ${reason} Check the S3_ settings, and that the access key may put, get, and delete objects, and list the bucket.`;
    return [failed('bucket', text)];
  }
}

async function tryBucket(s3: S3Config): Promise<void> {
  const storage = await s3Storage(s3, { random: systemRandom });
  const content = Buffer.from('npm run doctor');
  const { key } = await storage.put(content, { contentType: 'text/plain' });
  try {
    const { stream } = await storage.open(key);
    if (!content.equals(await buffer(stream))) throw new Error('it returned different data.');
    await storage.remove(key);
    // Without the permission to list the bucket, S3 hides that a file is missing.
    await storage.open(key).catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
    });
  } finally {
    await storage.remove(key);
  }
}

function describeRefusal(
  baseUrl: string,
  outcome: { kind: 'refused'; issue: string } | { kind: 'unknown'; reason: string },
): string {
  const isDenied = outcome.kind === 'refused' || outcome.reason === 'not-authorized';
  return isDenied
    ? `${baseUrl} refuses the credentials. Check WALLET_CLIENT_ID and WALLET_CLIENT_SECRET, and that they belong to this address.`
    : `${baseUrl} gives no token (${outcome.reason}). Check WALLET_BASE_URL and that this network allows outgoing connections.`;
}

export async function checkMail({ smtpUrl, dataDir }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) return [await checkMailbox(join(dataDir, 'mailbox.jsonl'))];
  const { host } = new URL(smtpUrl);
  try {
    await withinLimit(verifySmtp(smtpUrl), LIMIT_MS);
    return [ok('mail', `${host} accepts the connection.`)];
  } catch (error) {
    const reason = describeFailure(error);
    return [failed('mail', `${host} cannot be used: ${reason}. Check SMTP_URL and the mail server.`)];
  }
}

async function checkMailbox(file: string): Promise<Finding> {
  if (!existsSync(file)) return ok('mail', `The server creates the development mailbox ${file}.`);
  try {
    await access(file, constants.R_OK | constants.W_OK);
    return ok('mail', `The development mailbox ${file} is writable.`);
  } catch (error) {
    return failed('mail', describeFailure(error));
  }
}
