/** Each caller has one connection and sends its next request after the previous response. */
import { performance } from 'node:perf_hooks';
import { Client } from 'undici';

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  cookie: string;
  body?: object;
  /**
   * A call that must follow this one. `cookies` are those that the response has set. Both count as one call.
   */
  next?: (cookies: string) => Call;
}

export type NextCall = (caller: number) => Call | null;

export interface Load {
  callers: number;
  seconds: number;
}

export interface Sample {
  timesMs: number[];
  elapsedSeconds: number;
  /** Of the server's process, over all its threads. */
  cpuMs: number;
}

export interface Measured {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server's process, per request. Unlike the latencies, it hardly depends on other load on the machine. */
  cpuMs: number;
}

export interface Served {
  address: string;
  cpuMs(): Promise<number>;
}

/** Throws at the first response that is not a success. */
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

/** Builds no stream per response, so that the load generator costs less than a bare server does. */
function send(client: Client, { method, path, cookie, body }: Call): Promise<string> {
  const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) };
  return new Promise((resolve, reject) => {
    let status = 0;
    let cookies: string[] = [];
    const refusal: Buffer[] = [];
    client.dispatch(
      { method, path, headers, body: body ? JSON.stringify(body) : null },
      {
        onRequestStart() {},
        onResponseStart(_, statusCode, received) {
          status = statusCode;
          cookies = [received['set-cookie'] ?? []].flat();
        },
        onResponseData(_, chunk) {
          if (status >= 300) refusal.push(chunk);
        },
        onResponseEnd() {
          if (status < 300) resolve(cookies.map((line) => line.split(';', 1)[0]).join('; '));
          else reject(new Error(`${method} ${path} was answered with ${status}: ${Buffer.concat(refusal)}`));
        },
        onResponseError(_, error) {
          reject(error);
        },
      },
    );
  });
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function quantiles(values: readonly number[], ...shares: number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return shares.map((share) => quantile(sorted, share));
}
