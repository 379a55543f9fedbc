import { expect, test } from 'vitest';
import { coalesceCalls } from './coalesce.ts';

/** Work that ends when the test tells it to, and counts how often it began. */
function steppedWork() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const work = () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject }));
  return { ends, ask: coalesceCalls(work) };
}

test('calls during a round all share the next round', async () => {
  const { ends, ask } = steppedWork();
  const first = ask();
  const second = ask();
  const third = ask();
  expect(ends).toHaveLength(1);
  ends[0]?.resolve(1);
  expect(await first).toBe(1);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  const late = ask();
  ends[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(3);
  ends[2]?.resolve(3);
  expect(await late).toBe(3);
});

test('a failed round rejects only its own calls, and the next one begins', async () => {
  const { ends, ask } = steppedWork();
  const [first, second] = [ask(), ask()];
  ends[0]?.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await new Promise(setImmediate);
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = ask();
  ends[2]?.resolve(3);
  expect(await third).toBe(3);
});
