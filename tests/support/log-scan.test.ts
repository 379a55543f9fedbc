import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/server/log/log.ts';
import { testApp } from './app.ts';
import { multipartForm } from './form.ts';
import { hearLog, knowSecretsIn, leaksIn, scannedLog, takeLeaks } from './log-scan.ts';

const time = '"time":"2026-11-02T15:00:00.000Z"';
const line = (fields: string) => `{"level":"info",${time},${fields}}\n`;

describe('a line of a log that holds', () => {
  it.each([
    ['an address', '"msg":"mailed ada@example.com"', ['msg holds an email address: mailed ada@example.com']],
    [
      'an escaped one',
      '"err":{"message":"GET /?to=ada%40example.com"}',
      [expect.stringContaining('err.message')],
    ],
    ['a token', `"reason":"token ${'0f'.repeat(32)}"`, [expect.stringContaining('reason holds a token')]],
    ['a position', '"msg":"at 37.78971"', ['msg holds a position: at 37.78971']],
    ['one as a number', '"place":{"lat":-122.40011}', ['place.lat holds a position: -122.40011']],
    ['a tax number', '"reason":"123-45-6789"', ['reason holds a tax number: 123-45-6789']],
    ['a mailed code', '"msg":"code 482910 was right"', ['msg holds something secret: code 482910 was right']],
    ['it as a number', '"code":482910', ['code holds something secret: 482910']],
    ['a number of a passport', '"documentId":"X12345678"', ['documentId holds something secret: X12345678']],
  ])('%s is found, with its field', (_, fields, expected) => {
    expect(leaksIn([line('"msg":"ready"'), line(fields)], ['482910', 'X12345678'])).toEqual(expected);
  });

  it.each([
    [
      'ids, times and measures',
      '"id":"0b6f9f0e-6f53-4f0c-9a51-482910482910","responseTime":12.482911,"waitMs":482910',
    ],
    [
      'places in the code',
      '"err":{"stack":"    at run (/app/node_modules/@electric-sql/pglite/dist/index.js:482910:4)"}',
    ],
    ['a part of a longer number', '"msg":"order 4829101 of build 1.2.48291"'],
  ])('%s is no leak', (_, fields) => {
    expect(leaksIn([line(fields)], ['482910'])).toEqual([]);
  });

  it('is no JSON is looked at as well', () => {
    expect(leaksIn(['ready for ada@example.com\n'], [])).toEqual([
      expect.stringContaining('a line holds an email address'),
    ]);
  });
});

describe('the log of an app of the tests', () => {
  beforeEach(() => expect(takeLeaks()).toEqual([]));

  it('holds nothing of a sign-in, and would be seen to hold its code and its session', async () => {
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

  it('would be seen to hold what a form or a body brought', async () => {
    await multipartForm({ governmentId: 'P7654321', firstName: 'Adelaide' }, {});
    knowSecretsIn({ points: [{ taxId: 'ATU1234567' }], city: 'Amsterdam' });
    const log = scannedLog();
    log.info({ documentId: 'P7654321', reason: 'Adelaide of Amsterdam' }, 'ATU1234567');
    expect(takeLeaks()).toEqual([
      'documentId holds something secret: P7654321',
      'msg holds something secret: ATU1234567',
    ]);
  });

  it('logs everything, whatever its level, and passes on what somebody listens for', () => {
    const heard: string[] = [];
    const log = scannedLog({ write: (text) => heard.push(text) });
    log.trace({ reason: '12-3456789' }, 'a detail');
    log.warn('a warning');
    expect(takeLeaks()).toEqual(['reason holds a tax number: 12-3456789']);
    expect(heard.map((text) => JSON.parse(text).msg)).toEqual(['a warning']);
  });

  it('would be seen to have refused a field, whatever it held', () => {
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

  it('is filtered as the server’s own', () => {
    const heard: string[] = [];
    createLog({ level: 'info', destination: { write: (text) => heard.push(text) } }).info({
      email: 'ada@example.com',
    });
    expect(leaksIn(heard, [])).toEqual([]);
  });
});
