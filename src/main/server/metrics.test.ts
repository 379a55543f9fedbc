import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { getCurrentUser } from '#auth/contract.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { projectRoot } from '#main/project-root.ts';
import { streamNotifications } from '#notifications/contract.ts';
import { createLog } from '#platform/server/log/log.ts';
import { measureCalls } from '#platform/server/metrics/call-metrics.ts';
import { registerFigures } from '#platform/server/metrics/figures.ts';
import { serveMetrics } from '#platform/server/metrics/metrics-server.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { approvedWork } from '#tests/support/people/paid-work.ts';
import { getCampaign } from '#campaigns/contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({ settings: { METRICS_PORT: '0' } });
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const request = (path: string, init?: RequestInit) => fetch(`${app.getMetricsAddress()}${path}`, init);

/** Moves the clock on, because figures are read again only after some seconds. */
async function readMetrics(): Promise<string[]> {
  app.clock.advance(MINUTE);
  const response = await request('/metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return (await response.text()).split('\n');
}

async function readValue(series: string): Promise<number> {
  const line = (await readMetrics()).find((each) => each.startsWith(`${series} `));
  expect(line, series).toBeDefined();
  return Number(line?.slice(series.length + 1));
}

test('only GET /metrics responds, and only on the port of the metrics', async () => {
  for (const path of ['/', '/metrics/', '/healthz']) expect((await request(path)).status).toBe(404);
  expect((await request('/metrics', { method: 'POST' })).status).toBe(404);
  expect((await app.http.inject({ url: '/metrics' })).statusCode).toBe(404);
});

test('calls are counted by the pattern of their route, and no label contains an id', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  const series = `promenade_http_request_seconds_count{method="GET",route="/api/campaigns/:id",status="2xx"}`;
  const before = await readMetrics();
  await succeed(advertiser.call(getCampaign, { params: { id } }));
  await advertiser.request('GET', `/api/unknown/${id}`);
  const after = await readMetrics();
  const count = (lines: string[]) =>
    Number(
      lines
        .find((line) => line.startsWith(series))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  expect(count(after)).toBe(count(before) + 1);
  expect(after.filter((line) => /[0-9a-f]{8}-[0-9a-f]{4}-|@promenade/.test(line))).toEqual([]);
});

test('built files share one series', async () => {
  const registry = new Registry();
  const http = Fastify();
  measureCalls(registry, http);
  for (const name of ['entry-4f2a.js', 'page-77c0.js']) http.get(`/assets/${name}`, () => 'file');
  await http.inject({ url: '/assets/entry-4f2a.js' });
  await http.inject({ url: '/assets/page-77c0.js' });
  expect((await registry.metrics()).split('\n')).toContain(
    'promenade_http_request_seconds_count{method="GET",route="/assets/*",status="2xx"} 2',
  );
});

test('streams are counted while they are open, and do not count as long calls', async () => {
  const stream = await EventReader.open(app, advertiser, streamNotifications, {});
  expect(await readValue('promenade_streams_open')).toBe(1);
  stream.leave();
  await expect.poll(() => app.deps.liveStreams.countOpen()).toBe(0);
  expect(await readValue('promenade_streams_open')).toBe(0);
  expect((await readMetrics()).filter((line) => line.includes(streamNotifications.path))).toEqual([]);
});

test('sessions are counted until they end', async () => {
  const before = await readValue('promenade_sessions_live');
  const marketer = await app.signIn('marketer');
  expect(await readValue('promenade_sessions_live')).toBe(before + 1);
  await succeed(marketer.call(getCurrentUser));
  await app.database.pool.query('update sign_in_session set ended_at = created_at where account_id = $1', [
    marketer.userId,
  ]);
  expect(await readValue('promenade_sessions_live')).toBe(before);
});

test('approved work leaves the escrow and waits as a payout and in the outbox', async () => {
  expect(await readValue('promenade_payouts_waiting')).toBe(0);
  await approvedWork(app, advertiser);
  const { rows } = await app.database.pool.query(
    "select sum(amount_cents)::int as cents from payment where status = 'pending'",
  );
  const lines = await readMetrics();
  expect(lines).toContain('promenade_payouts_waiting 1');
  expect(lines).toContain(`promenade_payouts_waiting_cents ${rows[0].cents}`);
  expect(await readValue('promenade_payouts_oldest_waiting_seconds')).toBeGreaterThanOrEqual(60);
  const { rows: due } = await app.database.pool.query(
    "select kind, count(*)::int as rows from outbox where state = 'ready' and next_at <= $1 group by kind",
    [app.clock.now()],
  );
  expect(due.length).toBeGreaterThan(0);
  for (const { kind, rows: count } of due) {
    expect(await readValue(`promenade_outbox_due{kind="${kind}"}`)).toBe(count);
    expect(await readValue(`promenade_outbox_oldest_due_seconds{kind="${kind}"}`)).toBeGreaterThanOrEqual(60);
  }
  expect(await readValue('promenade_escrow_held_cents{part="pay"}')).toBeGreaterThan(0);

  await app.database.pool.query("update payment set is_tax_held = true where status = 'pending'");
  expect(await readValue('promenade_payouts_oldest_waiting_seconds')).toBe(0);
  expect(await readValue('promenade_payouts_waiting')).toBe(1);
});

test('errors of the wallet are counted by operation', async () => {
  const wallet = app.deps.ports.getWallet();
  // An await looks for it, and must not find a function.
  expect(Reflect.get(wallet, 'then')).toBeUndefined();
  expect((await wallet.getOrder('UNKNOWN')).kind).toBe('refused');
  expect(await readValue('promenade_wallet_errors_total{operation="getOrder",reason="refused"}')).toBe(1);
});

test('a figure is read once in five seconds, and has no value if that fails', async () => {
  const registry = new Registry();
  const name = 'promenade_example';
  let reads = 0;
  const read = () => {
    reads += 1;
    if (reads === 2) throw new Error('the database is away');
    return [{ name, value: reads }];
  };
  registerFigures(registry, app.deps, [{ gauges: [{ name, help: 'An example' }], read }]);
  const readAll = async () => (await registry.metrics()).split('\n');
  expect(await readAll()).toContain('promenade_example 1');
  app.clock.advance(4999);
  expect(await readAll()).toContain('promenade_example 1');
  app.clock.advance(1);
  expect(await readAll()).toContain('promenade_example Nan');
  app.clock.advance(MINUTE);
  const recovered = await readAll();
  expect(recovered).toContain('promenade_example 3');
  expect(recovered).toContain('promenade_figures_failed_total 1');
});

test('a read that never ends does not delay the answer, and the next one waits until it has ended', async () => {
  const registry = new Registry();
  const name = 'promenade_example';
  const ends: ((value: number) => void)[] = [];
  const read = () =>
    new Promise<{ name: string; value: number }[]>((resolve) => {
      ends.push((value) => resolve([{ name, value }]));
    });
  registerFigures(registry, app.deps, [{ gauges: [{ name, help: 'An example' }], read, freshMs: MINUTE }]);
  const readAll = async () => {
    app.clock.advance(MINUTE);
    return (await registry.metrics()).split('\n');
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hanging = readAll();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  vi.useRealTimers();
  expect(await hanging).toContain('promenade_example Nan');
  expect(await readAll()).toContain('promenade_example Nan');
  expect(ends).toHaveLength(1);

  ends[0]?.(1);
  await Promise.resolve();
  expect(await registry.metrics()).toContain('promenade_example Nan');
  const recovered = readAll();
  ends[1]?.(2);
  expect(await recovered).toEqual(
    expect.arrayContaining(['promenade_example 2', 'promenade_figures_failed_total 2']),
  );
});

test.each([
  ['127.0.0.1', ['info']],
  ['0.0.0.0', ['info', 'warn']],
])('the log says that the metrics are at %s', async (host, levels) => {
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'info', destination });
  const server = await serveMetrics(new Registry(), { port: 0, host }, log);
  await server.close();
  expect(lines.map(({ level }) => level)).toEqual(levels);
  expect(lines[0]?.msg).toBe(`the metrics are at ${server.address}/metrics`);
});

test('a port that is in use stops the start with one sentence', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  const starting = serveMetrics(new Registry(), { port, host: '127.0.0.1' }, app.deps.log);
  const failure = await starting.catch(explainStartFailure);
  blocker.close();
  expect(failure).toBe(
    `The metrics cannot be served: listen EADDRINUSE: address already in use 127.0.0.1:${port}. ` +
      'Set METRICS_PORT and METRICS_HOST to a free address.',
  );
});

describe('the files for operators', () => {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
  const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
    read('deploy/grafana/promenade.json'),
  );
  const alerts: {
    groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
  } = parse(read('deploy/prometheus/alerts.yml'));
  const rules = alerts.groups.flatMap((group) => group.rules);
  const namesIn = (text: string) => text.match(/\b(?:promenade|nodejs|process)_\w+/g) ?? [];

  test('use only metrics that the server has', async () => {
    const known = new Set(
      (await readMetrics()).flatMap((line) => {
        const [, name = '', type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
        return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
      }),
    );
    const used = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...rules.map(({ expr }) => expr),
    ].flatMap((expr) => {
      expect(namesIn(expr), expr).not.toEqual([]);
      return namesIn(expr);
    });
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test('say for each alert what to do, and docs/operations.md lists all alerts and metrics', async () => {
    const guide = read('docs/operations.md');
    for (const { alert, annotations } of rules) {
      expect(Object.keys(annotations), alert).toEqual(['summary', 'action']);
      expect(guide).toContain(`\`${alert}\``);
    }
    const own = (await readMetrics()).flatMap((line) => /^# TYPE (promenade_\w+)/.exec(line)?.[1] ?? []);
    expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});
