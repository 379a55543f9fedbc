import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/domain.ts';
import { call, CallError, getErrorText } from './call.ts';

const read = endpoint({
  name: 'readThing',
  method: 'GET',
  path: '/things/{id}',
  summary: 'Read',
  who: 'anyone',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), tag: z.array(z.string()).optional() }),
  response: z.object({ name: z.string() }),
});
const write = endpoint({
  name: 'writeThing',
  method: 'POST',
  path: '/things',
  summary: 'Write',
  who: 'anyone',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
});
const start = endpoint({ name: 'start', method: 'POST', path: '/start', summary: 'Start', who: 'anyone' });
const upload = endpoint({
  name: 'upload',
  method: 'POST',
  path: '/upload',
  summary: 'Upload',
  who: 'anyone',
  body: z.object({ note: z.string(), missing: z.string().optional() }),
  files: ['document'],
});

let received: Request;
let body: string;
let reply: { status: number; text: string };

beforeEach(() => {
  reply = { status: 200, text: '{"name":"answer"}' };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    received = new Request(`http://localhost${path}`, init);
    body = await received.text();
    const statusText = reply.status === 502 ? 'Bad Gateway' : '';
    return new Response(reply.status === 204 ? null : reply.text, { status: reply.status, statusText });
  });
});

afterEach(() => void vi.unstubAllGlobals());

const contentType = () => received.headers.get('content-type');

async function catchCallError(running: Promise<unknown>): Promise<CallError> {
  const error: unknown = await running.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
}

describe('call', () => {
  it('fills the path, sends the query and no body', async () => {
    const query = { q: 'two words', tag: ['a', 'b'] };
    expect(await call(read, { params: { id: 'a/b' }, query })).toEqual({ name: 'answer' });
    expect(received.method).toBe('GET');
    expect(received.url).toBe('http://localhost/things/a%2Fb?q=two+words&tag=a&tag=b');
    expect(received.credentials).toBe('include');
    expect(body).toBe('');
    expect(contentType()).toBeNull();
  });

  it('omits empty query values', async () => {
    await call(read, { params: { id: '1' }, query: { q: '', tag: [] } });
    expect(received.url).toBe('http://localhost/things/1');
  });

  it('sends JSON only if there is a body', async () => {
    await call(write, { body: { name: 'Ada' } });
    expect(contentType()).toBe('application/json');
    expect(JSON.parse(body)).toEqual({ name: 'Ada' });
    reply = { status: 204, text: '' };
    await call(start);
    expect(contentType()).toBeNull();
    expect(body).toBe('');
  });

  it('sends files beside the body as a multipart form', async () => {
    const document = new File(['%PDF'], 'id.pdf', { type: 'application/pdf' });
    await call(upload, { body: { note: 'mine' } }, { files: { document } });
    expect(contentType()).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="note"');
    expect(body).toContain('name="document"; filename="id.pdf"');
    expect(body).not.toContain('missing');
  });

  it('returns undefined if the endpoint has no response', async () => {
    reply = { status: 204, text: '' };
    expect(await call(start)).toBeUndefined();
  });

  it('throws a refusal with status, code, text, fields and request id', async () => {
    const refusal = {
      code: 'request/invalid',
      message: 'Please check',
      fields: { name: 'Required' },
      requestId: 'r1',
    };
    reply = { status: 400, text: JSON.stringify(refusal) };
    const error = await catchCallError(call(write, { body: { name: '' } }));
    expect(error).toMatchObject({ status: 400, code: refusal.code, text: refusal.message, requestId: 'r1' });
    expect(error.fields).toEqual(refusal.fields);
    expect(error.message).toBe(`400: ${reply.text}`);
  });

  it('uses the status text if the response is empty, and hides text meant for machines', async () => {
    reply = { status: 502, text: '' };
    const empty = await catchCallError(call(start));
    expect(empty.message).toBe('502: Bad Gateway');
    reply = { status: 502, text: '<html>proxy</html>' };
    const foreign = await catchCallError(call(start));
    expect(foreign.message).toBe('502: <html>proxy</html>');
    expect(getErrorText(foreign, 'Failed to start')).toBe('Failed to start');
  });

  it('throws a network error if no response arrives, and rethrows an abort', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await catchCallError(call(start));
    expect(error).toMatchObject({
      status: 0,
      code: 'network/unreachable',
      text: 'Network error. Please try again.',
    });
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('Aborted', 'AbortError')));
    await expect(call(start)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
