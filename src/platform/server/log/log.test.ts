import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createLog } from './log.ts';

const lines: string[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
const entry = (index: number): Record<string, unknown> => JSON.parse(lines[index] ?? '{}');

afterEach(() => {
  lines.length = 0;
});

test('writes JSON lines with the level name and the time in UTC', () => {
  log.info({ userId: '0b6f9f0e-6f53-4f0c-9a51-0d5f4f9a2b11', durationMs: 12.5 }, 'done');
  expect(entry(0)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    userId: '0b6f9f0e-6f53-4f0c-9a51-0d5f4f9a2b11',
    durationMs: 12.5,
    msg: 'done',
  });
});

test.each([
  ['email', 'ada@example.com'],
  ['code', '482910'],
  ['token', 'f'.repeat(64)],
  ['cookie', 'sid=1'],
  ['latitude', 37.78],
  ['body', { a: 1 }],
  ['headers', { cookie: 'sid=1' }],
  ['userId', 'ada@example.com'],
  ['sessionId', 'f'.repeat(64)],
  ['durationMs', '37.7749,-122.4194'],
  ['kind', { nested: 'ada@example.com' }],
])('drops the field %s and logs its name', (name, value) => {
  log.info({ [name]: value }, 'something happened');
  expect(entry(0)).toMatchObject({ dropped: [name], msg: 'something happened' });
  expect(entry(0)).not.toHaveProperty(name);
});

test('keeps the code of a refusal', () => {
  log.warn({ code: 'auth/required' }, 'refused');
  expect(entry(0)).toMatchObject({ code: 'auth/required' });
});

test('filters child loggers and their children', () => {
  log.child({ reqId: 'req-1', email: 'ada@example.com' }).child({ token: 'abc' }).info('hello');
  expect(entry(0)).toMatchObject({ reqId: 'req-1', msg: 'hello' });
  expect(lines[0]).not.toContain('ada@example.com');
  expect(lines[0]).not.toContain('abc');
});

test('removes email addresses from messages and allowed fields', () => {
  log.warn({ reason: 'mailbox ada.l+x@mail.example.co.uk is full' }, 'could not reach ada@example.com');
  expect(entry(0)).toMatchObject({ reason: 'mailbox [email] is full', msg: 'could not reach [email]' });
});

test('logs type, message, stack and code of an error, but no parameters or rows', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "37.7749"'), {
    code: '22P02',
    detail: 'Key (email)=(ada@example.com) exists',
  });
  log.error({ err: new Error('Failed query: select 1\nparams: ada@example.com,482910', { cause }) });
  const { err } = entry(0);
  expect(err).toMatchObject({
    type: 'Error',
    message: 'Failed query: select 1',
    cause: { code: '22P02', message: 'invalid input syntax for type uuid: "…"' },
  });
  expect(JSON.stringify(err)).toContain('log.test.ts');
  for (const secret of ['ada@example.com', '482910', '37.7749']) expect(lines[0]).not.toContain(secret);
});

test('logs a lost database in one line, without the statement', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  log.error(
    { err: new Error(`Failed query: select ${'"column", '.repeat(500)}\nparams: `, { cause }) },
    'away',
  );
  const message = 'connect ECONNREFUSED 127.0.0.1:5432';
  expect(entry(0)).toMatchObject({ err: { type: 'Error', message, code: 'ECONNREFUSED' }, msg: 'away' });
  expect(lines[0]?.length).toBeLessThan(300);
});

test('filters the other fields of a line with an error', () => {
  log.error({ err: new Error('broken'), jobId: 'a1', email: 'ada@example.com' });
  expect(entry(0)).toMatchObject({ jobId: 'a1', dropped: ['email'], msg: 'broken' });
});

test('serialises an error that is passed instead of fields', () => {
  log.error(new Error('no route to ada@example.com'));
  expect(entry(0)).toMatchObject({ err: { message: 'no route to [email]' } });
  expect(lines[0]).not.toContain('ada@example.com');
});

test('logs the route pattern of a request, never its URL or query', async () => {
  const app = fastify({ loggerInstance: log });
  app.get('/people/:id', async () => ({ ok: true }));
  await app.inject({
    url: '/people/17?email=ada@example.com&token=secret-token',
    headers: { cookie: 'sid=secret-cookie' },
  });
  await app.inject('/nowhere?token=secret-token');
  await app.close();
  const all = lines.join('');
  expect(all).toContain('"route":"/people/:id"');
  expect(all).toContain('"method":"GET"');
  expect(all).toContain('"status":200');
  expect(all).toContain('responseTime');
  for (const secret of ['ada@example.com', 'secret-token', 'secret-cookie', '/people/17']) {
    expect(all).not.toContain(secret);
  }
});
