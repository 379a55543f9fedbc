import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { getCampaign } from '#campaigns/contract.ts';
import { testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';

const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Spans = z.infer<typeof Traces>['resourceSpans'][number]['scopeSpans'][number]['spans'];

let collector: Server;
const spans: Spans = [];
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    expect(request.url).toBe('/v1/traces');
    const { resourceSpans } = Traces.parse(await json(request));
    spans.push(...resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
    response.end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(async () => {
  collector.close();
  await once(collector, 'close');
});

test('a collector receives calls, effects, and wallet calls with the statements below them', async () => {
  // The address of a server that listens on a port.
  const { port } = collector.address() as AddressInfo;
  const app = await testApp({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } });
  const advertiser = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, advertiser);
  await succeed(advertiser.call(getCampaign, { params: { id } }));
  await app.worker.runDue();
  await app.close();

  const call = spans.find(({ name }) => name === 'GET /api/campaigns/{id}');
  expect(call?.parentSpanId ?? '').toBe('');
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.map(({ name }) => name)).toContain('select');
  expect(JSON.stringify(statements)).not.toContain(id);
  const names = spans.map(({ name }) => name);
  for (const name of ['POST /api/campaigns', 'wallet POST']) expect(names).toContain(name);
  for (const kind of ['event ', 'effect ', 'sweep '])
    expect(names.some((name) => name.startsWith(kind))).toBe(true);
});
