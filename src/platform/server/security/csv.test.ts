import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['one, "two"', '"one, ""two"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['-cmd', "'-cmd"],
  ['-12.50', '-12.50'],
  ['-1+1', "'-1+1"],
  ['=a,"b"', `"'=a,""b"""`],
])('writes %j as %j', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`);
});
