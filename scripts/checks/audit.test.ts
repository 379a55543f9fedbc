import { expect, test } from 'vitest';
import { readAudit } from './audit.ts';

test('lists vulnerabilities', () => {
  const report = { vulnerabilities: { lodash: { severity: 'high', range: '<4.17.21' } } };
  expect(readAudit(JSON.stringify(report)).vulnerabilities).toEqual(['lodash <4.17.21: high']);
  expect(readAudit('{"vulnerabilities":{}}').vulnerabilities).toEqual([]);
});

test.each([
  [
    '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}',
    '405 Method Not Allowed',
    false,
  ],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'request failed', true],
  ['{"message":"connect ECONNREFUSED ::1:1","error":{"summary":""}}', 'connect ECONNREFUSED ::1:1', true],
  ['{"error":{"code":"ENOLOCK","summary":"no lockfile"}}', 'no lockfile', false],
  ['', 'npm audit printed no report', false],
])('does not take an error for a report without vulnerabilities: %s', (json, problem, isOffline) => {
  expect(readAudit(json)).toEqual({ vulnerabilities: null, problem, isOffline });
});
