import type { FastifyInstance } from 'fastify';
import type { EndpointDefinition } from '#kernel/endpoint.ts';
import type { DeclaredRefusals } from '#kernel/errors.ts';
import { buildOpenApi, listRefusals, describeAccess } from './openapi.ts';

const style = `
:root{color-scheme:light dark;--paper:light-dark(#fbf9f4,#131210);--panel:light-dark(#fff,#1b1916);--line:light-dark(#e0d8c8,#3a352d);
--ink:light-dark(#17150f,#f5f1e8);--dim:light-dark(#5b5446,#a59d8d);--ember:light-dark(#cf3a0f,#ff8a65)}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--ember)}h1{letter-spacing:-.02em;margin-bottom:.25rem}h2{margin-top:2.5rem}
article{background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:1rem 1.25rem;margin:.75rem 0}
h3{margin:0;font:600 .95rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}h3 b{color:var(--ember)}
p{margin:.35rem 0}.who,li{color:var(--dim);font-size:.9rem}ul{margin:.35rem 0;padding-left:1.1rem}`;

// docs/api.md has the types, the data of each, and a receiver.
const webhooks = `<h2 id="webhooks">Webhooks</h2>
<p>Add a webhook in <a href="/settings#webhooks">the settings</a>, and the server sends it a POST request for each event:
<code>{"type": "proof.submitted", "timestamp": "2026-11-28T15:00:00.000Z", "data": {"campaignId": "…", "proofId": "…", "status": "pending"}}</code></p>
<ul><li>The headers <code>webhook-id</code>, <code>webhook-timestamp</code>, and <code>webhook-signature</code> follow
<a href="https://www.standardwebhooks.com">Standard Webhooks</a>. Verify them with one of its libraries and your secret.</li>
<li>Answer with a status from 200 to 299 within 10 seconds. Otherwise the server retries up to nine times in about three days.</li>
<li>An event can arrive more than once, and out of order. Ignore each <code>webhook-id</code> that you know.</li>
<li>The status 410 turns the webhook off.</li></ul>`;

export function registerDocumentation(
  http: FastifyInstance,
  endpoints: readonly EndpointDefinition[],
  refusals: DeclaredRefusals,
): void {
  // Generated on the first request, so that the start does not wait for it.
  let description: string | undefined;
  let page: string | undefined;
  http.get('/api/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(buildOpenApi(endpoints, refusals));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  http.get('/api/docs', (_request, reply) => {
    page ??= renderDocsPage(endpoints, refusals);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  http.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

function renderDocsPage(endpoints: readonly EndpointDefinition[], refusals: DeclaredRefusals): string {
  const groups = new Map<string, EndpointDefinition[]>();
  for (const endpoint of endpoints)
    groups.set(findGroup(endpoint), [...(groups.get(findGroup(endpoint)) ?? []), endpoint]);
  const sections = Array.from(groups, ([name, members]) => {
    return `<h2>${escape(name)}</h2>${members.map((member) => renderEndpoint(member, refusals)).join('')}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Promenade API</title><link rel="stylesheet" href="/api/docs.css"></head><body><h1>Promenade API</h1>
<p>Programs of marketers and advertisers send an access token, which they create in <a href="/settings#tokens">the settings</a>:
<code>Authorization: Bearer prom_…</code>. Only endpoints with a scope accept one.</p>
<p>All endpoints, generated from their contracts. Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Every error has this shape:
<code>{code, message, fields?, state?, requestId}</code>.
The server can also call your program: see <a href="#webhooks">Webhooks</a>.</p>${webhooks}${sections.join('')}</body></html>`;
}

function renderEndpoint(endpoint: EndpointDefinition, refusals: DeclaredRefusals): string {
  const texts = listRefusals(endpoint, refusals).map(
    ({ code, status, text }) => `<li><code>${status} ${escape(code)}</code> ${escape(text.text)}</li>`,
  );
  const scope = endpoint.scope ? `, with an access token of scope <code>${endpoint.scope}</code>` : '';
  return `<article id="${endpoint.name}"><h3><b>${endpoint.method}</b> ${escape(endpoint.path)}</h3>
<p>${escape(endpoint.summary)}</p><p class="who">Who: ${escape(describeAccess(endpoint))}${scope}</p>${texts.length > 0 ? `<ul>${texts.join('')}</ul>` : ''}</article>`;
}

function findGroup({ path }: EndpointDefinition): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  const name = first === 'api' ? second : first;
  return name === 'campaign' ? 'campaigns' : name;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
