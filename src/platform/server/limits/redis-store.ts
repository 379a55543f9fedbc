import { Redis } from 'ioredis';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { withinLimit } from '../within-limit.ts';
import { TOLERANCE_US } from './bucket.ts';
import { hashKey, type LimitStore } from './limit-store.ts';

const PREFIX = 'promenade:limit:';
const CONNECT_MS = 2 * SECOND;
/** Calls wait for this in the moment in which the server falls silent, and when one second later they try again. */
const ANSWER_MS = 250;

/** As takeToken. The key expires when the bucket is full, with a minute for clocks that differ. */
const takeScript = `
  local now, step, whole = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local full = tonumber(redis.call('get', KEYS[1]) or now)
  local from = math.max(full, now)
  if full > now + whole + ${TOLERANCE_US} then from = now end
  if from + step > now + whole then return {0, string.format('%.0f', full)} end
  local life = math.ceil((from + step - now) / 1000) + ${MINUTE}
  redis.call('set', KEYS[1], string.format('%.0f', from + step), 'px', life)
  return {1, string.format('%.0f', from + step)}`;

/** A server of Redis or Valkey that is away now may come later. */
export async function redisStore(url: string, secret: string): Promise<LimitStore> {
  const client = connectLater(url);
  await withinLimit(client.connect(), CONNECT_MS).catch(() => undefined);
  return {
    usesTransactions: false,
    async take(name, nowUs, { stepUs, wholeUs }) {
      const key = PREFIX + hashKey(secret, name);
      const answer = await client.eval(takeScript, 1, key, nowUs, stepUs, wholeUs);
      const [isAllowed, fullAtUs] = answer as [number, string]; // what the script returns
      return { isAllowed: isAllowed === 1, fullAtUs: Number(fullAtUs) };
    },
    close: async () => client.disconnect(),
  };
}

/** Rejects if the server does not answer, or may not run scripts. */
export async function checkRedis(url: string): Promise<void> {
  const client = connectLater(url);
  let cause: Error | undefined;
  client.once('error', (error) => {
    cause = error;
  });
  try {
    await withinLimit(client.connect(), CONNECT_MS);
    await client.eval('return 1', 0);
  } catch (error) {
    // A failed connect() says only that the connection is closed.
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}

function connectLater(url: string): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    // A command that waits or is repeated would be late, or take two tokens.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  // The caller of each command gets its error.
  client.on('error', () => undefined);
  return client;
}
