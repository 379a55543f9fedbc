import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/server/log/log.ts';
import { testApp } from '../app.ts';
import { multipartForm } from '../form.ts';
import { hearLog, knowSecretsIn, leaksIn, scannedLog, takeLeaks } from './log-scan.ts';

const time = '"time":"2026-11-02T15:00:00.000Z"';
const line = (fields: string) => `{"level":"info",${time},${fields}}\n`;

describe('a line of a log', () => {
  it.each([
    ['"msg":"mailed ada@example.com"', 'msg holds an email address: mailed ada@example.com'],
    [
      '"err":{"message":"/?to=ada%40example.com"}',
      'err.message holds an email address: /?to=ada%40example.com',
    ],
    [`"reason":"${'0f'.repeat(32)}"`, `reason holds a token: ${'0f'.repeat(32)}`],
    ['"msg":"at 37.78971"', 'msg holds a position: at 37.78971'],
    ['"place":{"lat":-122.40011}', 'place.lat holds a position: -122.40011'],
    ['"reason":"123-45-6789"', 'reason holds a tax number: 123-45-6789'],
    ['"msg":"code 482910 was right"', 'msg holds something secret: code 482910 was right'],
    ['"code":482910', 'code holds something secret: 482910'],
  ])('%s is found, with its field', (fields, leak) => {
    expect(leaksIn([line('"msg":"ready"'), line(fields)], ['482910'])).toEqual([leak]);
  });

  it.each([
    '"id":"0b6f9f0e-6f53-4f0c-9a51-482910482910","responseTime":12.482911,"waitMs":482910',
    '"err":{"stack":"    at run (/app/node_modules/@electric-sql/pglite/dist/index.js:482910:4)"}',
    '"msg":"order 4829101 of build 1.2.48291"',
  ])('%s is no leak', (fields) => {
    expect(leaksIn([line(fields)], ['482910'])).toEqual([]);
  });

  it('without JSON is searched too', () => {
    expect(leaksIn(['ready for ada@example.com'], [])).toEqual([
      'a line holds an email address: ready for ada@example.com',
    ]);
  });
});

describe('the log of an app of the tests', () => {
  beforeEach(() => expect(takeLeaks()).toEqual([]));

  it('contains no sign-in secrets, and the scan would find the code and the session', async () => {
    const app = await testApp();
    const client = await app.signInByMail('marketer', 'new@promenade.test');
    const { code } = await app.lastMail(client.email);
    const log = app.deps.log;
    log.info({ state: `sent ${code}` }, 'mailed');
    log.info({ reason: client.cookies.get('sid') }, 'signed in');
    await app.close();
    expect(takeLeaks()).toEqual([
      `state holds something secret: sent ${code}`,
      expect.stringMatching(/^reason holds a token: [0-9a-f]{64}$/),
      expect.stringMatching(/^reason holds something secret: [0-9a-f]{64}$/),
    ]);
  });

  it('is found to leak values from forms and bodies', async () => {
    await multipartForm({ governmentId: 'P7654321', firstName: 'Adelaide' }, {});
    knowSecretsIn({ points: [{ taxId: 'ATU1234567' }], city: 'Amsterdam' });
    const log = scannedLog();
    log.info({ documentId: 'P7654321', reason: 'Adelaide of Amsterdam' }, 'ATU1234567');
    expect(takeLeaks()).toEqual([
      'documentId holds something secret: P7654321',
      'msg holds something secret: ATU1234567',
    ]);
  });

  it('logs every level, and passes on the requested ones', () => {
    const heard: string[] = [];
    const log = scannedLog({ write: (text) => heard.push(text) });
    log.trace({ reason: '12-3456789' }, 'a detail');
    log.warn('a warning');
    expect(takeLeaks()).toEqual(['reason holds a tax number: 12-3456789']);
    expect(heard.map((text) => JSON.parse(text).msg)).toEqual(['a warning']);
  });

  it('is found to have refused a field, whatever its value', () => {
    const log = scannedLog();
    log.info({ city: 'Oakland', attempt: 1 }, 'sent');
    log.child({ userAgent: 'x' }).warn('seen');
    log.info({ city: 'Berkeley' }, 'sent');
    log.debug({ libraryOptions: 'x' }, 'of a library');
    expect(takeLeaks()).toEqual([
      'city was refused by the log: sent',
      'userAgent was refused by the log: seen',
    ]);
    log.info({ attempt: 2, state: '"dropped":["city"]' }, 'sent');
    hearLog('{"level":"info","dropped":["ci');
    expect(takeLeaks()).toEqual([]);
  });

  it('is filtered like the server’s own log', () => {
    const heard: string[] = [];
    createLog({ level: 'info', destination: { write: (text) => heard.push(text) } }).info({
      email: 'ada@example.com',
    });
    expect(leaksIn(heard, [])).toEqual([]);
  });
});
