import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { noticePage } from './approval-html.ts';
import { readQuery } from '../request-body.ts';
import { signInPage } from './sign-in-html.ts';
import type { Credentials, SignIns } from './sign-ins.ts';
import type { Simulator } from '../simulator.ts';

const suggestedEmail = 'marketer@wallet-simulator.example';

type Asked = { redirectUri: string; state: string | undefined; nonce: string | undefined };

export function registerSignInPage(
  app: FastifyInstance,
  simulator: Simulator,
  signIns: SignIns,
  credentials: Credentials,
): void {
  const stylesheet = () => `${new URL(simulator.publicUrl()).pathname.replace(/\/$/, '')}/approval-page.css`;

  function wrong(reply: FastifyReply, text: string): FastifyReply {
    return sendPage(reply, 400, noticePage({ title: 'This link is invalid', text }, stylesheet()));
  }

  app.get('/signin/authorize', (request, reply) => {
    const asked = readAsked(request, credentials);
    if (typeof asked === 'string') return wrong(reply, asked);
    const { host } = new URL(asked.redirectUri);
    const page = signInPage({ merchant: host, suggestion: suggestedEmail }, stylesheet());
    return sendPage(reply, 200, page, asked.redirectUri);
  });

  app.post('/signin/authorize', (request, reply) => {
    const asked = readAsked(request, credentials);
    if (typeof asked === 'string') return wrong(reply, asked);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    if (action === 'decline') {
      const description = 'Consent denied';
      return goBack(reply, asked, { error: 'access_denied', error_description: description });
    }
    if (action !== 'allow') return wrong(reply, 'Go back and choose allow or decline.');
    const email = z.email().max(127).safeParse(form.get('email')?.trim());
    if (!email.success) {
      const merchant = new URL(asked.redirectUri).host;
      const problem = 'Enter a valid email address.';
      const page = signInPage({ merchant, suggestion: form.get('email') ?? '', problem }, stylesheet());
      return sendPage(reply, 400, page, asked.redirectUri);
    }
    const person = { email: email.data, isConfirmed: form.get('unconfirmed') !== 'yes' };
    const code = signIns.issueCode({ redirectUri: asked.redirectUri, nonce: asked.nonce, person });
    return goBack(reply, asked, { code, scope: 'openid email' });
  });

  app.get('/v1/identity/oauth2/userinfo', (request) => {
    readQuery(z.object({ schema: z.literal('paypalv1.1') }), request.query);
    const { email, isConfirmed, userId } = signIns.requirePerson(request);
    return {
      user_id: userId,
      sub: userId,
      emails: [{ value: email, primary: true, confirmed: isConfirmed }],
    };
  });
}

/** Returns the error text if the link is invalid: then there is no redirect. */
function readAsked(request: FastifyRequest, credentials: Credentials): Asked | string {
  const query = new URL(request.url, 'http://localhost').searchParams;
  if (query.get('client_id') !== credentials.clientId) return 'The client_id is unknown.';
  if (query.get('response_type') !== 'code') return 'The response_type must be code.';
  const scopes = query.get('scope')?.split(' ') ?? [];
  if (!scopes.includes('openid') || !scopes.includes('email'))
    return 'The scope must include openid and email.';
  const redirectUri = query.get('redirect_uri') ?? '';
  const registered = credentials.signInReturnUrl?.();
  const isKnown = registered === undefined ? isWebAddress(redirectUri) : redirectUri === registered;
  if (!isKnown) return 'The redirect_uri is not registered for this app.';
  return {
    redirectUri,
    state: query.get('state') ?? undefined,
    nonce: query.get('nonce') ?? undefined,
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function goBack(reply: FastifyReply, asked: Asked, query: Record<string, string>): FastifyReply {
  const url = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (asked.state !== undefined) url.searchParams.set('state', asked.state);
  return reply.header('cache-control', 'no-store').redirect(url.href, 303);
}

function sendPage(reply: FastifyReply, status: number, page: string, redirectUri?: string): FastifyReply {
  // Browsers apply form-action to a form's redirect too.
  const targets = redirectUri === undefined ? "'none'" : `'self' ${new URL(redirectUri).origin}`;
  return (
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; img-src data:; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      )
      // Not no-referrer: browsers would then post the form with "Origin: null".
      .header('referrer-policy', 'same-origin')
      .send(page)
  );
}
