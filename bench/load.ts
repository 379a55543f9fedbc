/** Callers that each keep one connection and send the next request when the last was answered. */
import { performance } from 'node:perf_hooks';
import { Client } from 'undici';

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  cookie: string;
  body?: object;
  /** What belongs to it and can be sent only now; `cookies` are those that the answer has set. Counted as one call. */
  next?: (cookies: string) => Call;
}

/** What caller number `caller` sends next; null when there is nothing left to send. */
export type NextCall = (caller: number) => Call | null;

export interface Load {
  callers: number;
  seconds: number;
}

/** What came of a while of calling; several can be put together. */
export interface Sample {
  timesMs: number[];
  elapsedSeconds: number;
  /** What the server's process has worked meanwhile, all its threads together. */
  cpuMs: number;
}

export interface Measured {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server's process, per request; unlike the times it hardly depends on what else the machine does. */
  cpuMs: number;
}

export interface Served {
  address: string;
  /** Milliseconds that the server's process has worked since its start. */
  cpuMs(): Promise<number>;
}

/** Ends after `seconds`, or sooner where the calls run out. Throws at the first answer that is not a success. */
export async function measure(server: Served, next: NextCall, { callers, seconds }: Load): Promise<Sample> {
  const clients = Array.from({ length: callers }, () => new Client(server.address, { pipelining: 1 }));
  const timesMs: number[] = [];
  const cpuBefore = await server.cpuMs();
  const begin = performance.now();
  const end = begin + seconds * 1000;
  try {
    await Promise.all(
      clients.map(async (client, caller) => {
        while (performance.now() < end) {
          const call = next(caller);
          if (!call) return;
          const sentAt = performance.now();
          await sendAll(client, call);
          timesMs.push(performance.now() - sentAt);
        }
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  const elapsedSeconds = (performance.now() - begin) / 1000;
  return { timesMs, elapsedSeconds, cpuMs: (await server.cpuMs()) - cpuBefore };
}

export function summarise(samples: readonly Sample[]): Measured {
  const timesMs = samples.flatMap((sample) => sample.timesMs).toSorted((one, other) => one - other);
  const elapsedSeconds = samples.reduce((sum, sample) => sum + sample.elapsedSeconds, 0);
  return {
    requests: timesMs.length,
    perSecond: timesMs.length / elapsedSeconds,
    p50Ms: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
    cpuMs: samples.reduce((sum, sample) => sum + sample.cpuMs, 0) / Math.max(1, timesMs.length),
  };
}

async function sendAll(client: Client, first: Call): Promise<void> {
  let call: Call | undefined = first;
  while (call) {
    const cookies: string = await send(client, call);
    call = call.next?.(cookies);
  }
}

async function send(client: Client, { method, path, cookie, body }: Call): Promise<string> {
  const answer = await client.request({
    method,
    path,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  if (answer.statusCode >= 300) {
    throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${await answer.body.text()}`);
  }
  await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
  const set = answer.headers['set-cookie'] ?? [];
  return [set]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
