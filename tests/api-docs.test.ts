/** The examples of docs/api.md, each in a Node process, against the server over HTTP. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apply } from '#applications/contract.ts';
import { createAccessToken } from '#auth/access-token-contract.ts';
import { TokenScope } from '#kernel/endpoint.ts';
import { ErrorBody } from '#kernel/errors.ts';
import { SECOND } from '#kernel/time.ts';
import { createWebhook, sendTestEvent, webhookEvents } from '#webhooks/contract.ts';
import { type Client, type TestApp, testApp } from './support/app.ts';
import { succeed } from './support/client.ts';
import { readyMarketer } from './support/people/approved-marketer.ts';
import { draftCampaign, fundedCampaign } from './support/people/funded-campaign.ts';
import { sendPost, socialWork } from './support/people/social-work.ts';
import { findFreePort } from './support/server-program.ts';

const run = promisify(execFile);
const text = await readFile(new URL('../docs/api.md', import.meta.url), 'utf8');
const examples = Array.from(
  text.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms),
  ([, name = '', code = '']) => [name, code] as const,
);

let app: TestApp;
let folder: string;
let advertiser: Client;
let token: string;
beforeAll(async () => {
  app = await testApp({ settings: { LIMITS: 'access-token=30/1h', WEBHOOK_LOOPBACK: 'allowed' } });
  folder = await mkdtemp(join(tmpdir(), 'promenade-api-'));
  for (const [name, code] of examples) await writeFile(join(folder, name), code);
  advertiser = await app.signIn('advertiser');
  const body = { name: 'Examples', scopes: TokenScope.options, expiresInDays: 30 } as const;
  ({ token } = await succeed(advertiser.call(createAccessToken, { body })));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Returns the words of each line that the program prints. */
async function start(...program: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, program, {
    cwd: folder,
    env: { PROMENADE_URL: app.deps.ports.getListeningAddress(), PROMENADE_TOKEN: token },
  });
  return stdout.trim().split('\n');
}

it('lists campaigns, page by page', async () => {
  const first = await draftCampaign(app, advertiser, { title: 'Ferry walk' });
  app.clock.advance(SECOND);
  const second = await draftCampaign(app, advertiser, { title: 'Market walk' });
  expect(await start('list-campaigns.mjs')).toEqual([
    `${second.id} draft Market walk`,
    `${first.id} draft Ferry walk`,
  ]);
  const onePerPage = `import { list } from './promenade.mjs';
    for await (const { id } of list('/api/campaigns/advertiser?limit=1')) console.log(id)`;
  expect(await start('--input-type=module', '--eval', onePerPage)).toEqual([second.id, first.id]);
});

it('lists the applicants of a campaign, and approves one', async () => {
  const campaign = await fundedCampaign(app, advertiser, { autoApprove: false });
  const marketer = await readyMarketer(app);
  const { id } = await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
  expect(await start('applicants.mjs', campaign.id)).toEqual([
    expect.stringMatching(`^${id} pending \\S.* 5$`),
  ]);
  expect(await start('applicants.mjs', campaign.id, id)).toEqual([
    expect.stringMatching(`^${id} approved \\S.* 5$`),
  ]);
  await expect(start('applicants.mjs', campaign.id, marketer.userId)).rejects.toThrow(
    '404 application/not-found',
  );
});

it('lists the proofs that wait for a decision', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const [marketer] = holders;
  if (!marketer) throw new Error('there is no marketer with the place');
  const id = await sendPost(marketer, campaign.id);
  const [line, ...others] = await start('list-proofs.mjs');
  expect(line).toMatch(new RegExp(`^${id} ${campaign.title} .+Z$`));
  expect(others).toEqual([]);
});

it('verifies a webhook, and refuses a forged one', async () => {
  // The receiver compares the time of a call with its own clock.
  app.clock.set(new Date());
  const owner = await app.signIn('advertiser');
  // A free port is known only once the receiver runs, and it needs the secret.
  const port = await findFreePort();
  const body = { url: `http://127.0.0.1:${port}/`, events: ['proof.submitted' as const] };
  const { secret, webhook } = await succeed(owner.call(createWebhook, { body }));
  const receiver = spawn(process.execPath, ['webhooks.mjs'], {
    cwd: folder,
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
  });
  const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
  try {
    expect((await lines.next()).value).toBe(`listening on ${port}`);
    const forged = await fetch(body.url, {
      method: 'POST',
      headers: {
        'webhook-id': 'x',
        'webhook-timestamp': String(Date.now() / 1000),
        'webhook-signature': 'v1,x',
      },
      body: '{}',
    });
    expect(forged.status).toBe(401);
    const { id } = await succeed(owner.call(sendTestEvent, { params: { id: webhook.id } }));
    await app.runDue();
    const data = JSON.stringify({ webhookId: webhook.id });
    expect((await lines.next()).value).toBe(`${id} webhook.test ${data}`);
  } finally {
    receiver.kill();
  }
});

it('documents every event of webhooks', () => {
  for (const event of webhookEvents) {
    const [family = '', name = ''] = event.split('.');
    const isNamed = text.includes(`\`${event}\``) || new RegExp(`\`${family}\\..*\`\\.${name}\``).test(text);
    expect([event, isNamed]).toEqual([event, true]);
  }
});

it('names every call that accepts a token, with its scope', () => {
  const documented = Array.from(text.matchAll(/^\| `([A-Z]+ \/\S+)` \| `(\S+)` \|/gm), ([, call, scope]) => [
    call,
    scope,
  ]);
  const declared = app.endpoints.flatMap(({ method, path, scope }) =>
    scope ? [[`${method} ${path}`, scope]] : [],
  );
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

it('answers with the documented errors', async () => {
  const answer = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(new URL(path, app.deps.ports.getListeningAddress()), { headers });
    const { code } = ErrorBody.parse(await response.json());
    return { error: `| ${response.status} | \`${code}\` |`, retryAfter: response.headers.get('retry-after') };
  };
  const authorization = `Bearer ${token}`;
  const answers = [
    await answer('/api/proofs', {}),
    await answer('/api/proofs', { authorization: 'Bearer prom_unknown' }),
    await answer('/api/me/sessions', { authorization }),
    await answer('/api/payments', { authorization }),
    await answer('/api/proofs?limit=0', { authorization }),
    await answer('/api/proofs', { authorization, 'promenade-version': '2020-01-01' }),
  ];
  expect(answers.map(({ error }) => error)).toEqual([
    '| 401 | `auth/required` |',
    '| 401 | `auth/token-invalid` |',
    '| 403 | `auth/token-scope` |',
    '| 403 | `auth/forbidden` |',
    '| 400 | `request/invalid` |',
    '| 400 | `request/version` |',
  ]);
  for (const { error } of answers) expect(text).toContain(error);
  let last = answers.at(-1);
  for (let calls = 0; calls < 30 && last?.retryAfter === null; calls += 1)
    last = await answer('/api/proofs?limit=0', { authorization });
  expect(last?.error).toBe('| 429 | `request/too-many` |');
  expect(Number(last?.retryAfter)).toBeGreaterThan(0);
  expect(text).toContain(last?.error);
});
