/** The client in packages/api-client: its types are those of the server, and its calls work over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPromenadeClient, type PromenadeClient, readNextCursor } from '@promenade/api-client';
import { createAccessToken } from '#auth/access-token-contract.ts';
import { TokenScope } from '#kernel/endpoint.ts';
import { SECOND } from '#kernel/time.ts';
import { refusals } from '#main/domains.ts';
import { buildOpenApi } from '#platform/server/http/openapi.ts';
import { formatApiTypes } from '../packages/api-client/write-types.ts';
import { type Client, type TestApp, testApp } from './support/app.ts';
import { succeed } from './support/client.ts';
import { draftCampaign } from './support/people/funded-campaign.ts';

let app: TestApp;
let advertiser: Client;
let promenade: PromenadeClient;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
  const body = { name: 'Client', scopes: TokenScope.options, expiresInDays: 30 } as const;
  const { token } = await succeed(advertiser.call(createAccessToken, { body }));
  promenade = createPromenadeClient({ url: app.deps.ports.getListeningAddress(), token });
});
afterAll(async () => app.close());

it('has the types of every call that accepts a token; `npx vitest tests/api-client -u` writes them', async () => {
  const description = buildOpenApi(
    app.endpoints.filter(({ scope }) => scope),
    refusals,
  );
  const types = await formatApiTypes(description as unknown as Parameters<typeof formatApiTypes>[0]);
  await expect(types).toMatchFileSnapshot('../packages/api-client/src/api.ts');
});

it('lists campaigns, page by page', async () => {
  const first = await draftCampaign(app, advertiser, { title: 'Ferry walk' });
  app.clock.advance(SECOND);
  const second = await draftCampaign(app, advertiser, { title: 'Market walk' });
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await promenade.GET('/api/campaigns/advertiser', {
      params: { query: { limit: 1, cursor } },
    });
    titles.push(...(page.data ?? []).map(({ title }) => title));
    cursor = readNextCursor(page.response);
  } while (cursor !== undefined);
  expect(titles).toEqual([second.title, first.title]);
});

it('returns the error of a refused call', async () => {
  const { error } = await promenade.GET('/api/campaigns/{id}', {
    params: { path: { id: '01890000-0000-7000-8000-000000000000' } },
  });
  expect(error?.code).toBe('campaign/not-found');
});
