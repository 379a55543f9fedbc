import { appendFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { appendTo, openJournal } from './journal.ts';

describe('the journal', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'));
    file = join(folder, 'inside', 'books.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function replayed(): Promise<unknown[]> {
    const lines: unknown[] = [];
    const journal = await openJournal(file, (line) => lines.push(line));
    await journal.close();
    return lines;
  }

  test('keeps lines in order, and has them on disk once flushed() resolves', async () => {
    const journal = await openJournal(file, () => undefined);
    for (let number = 0; number < 500; number += 1) journal.append({ number });
    await journal.flushed();
    const text = await readFile(file, 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).number),
    ).toEqual([...Array(500).keys()]);
    await journal.close();
    expect(await replayed()).toHaveLength(500);
  });

  test('cuts off a torn last line and continues after the complete ones', async () => {
    const journal = await openJournal(file, () => undefined);
    journal.append({ name: 'Zoë' });
    await journal.close();
    await appendFile(file, '{"name":"half a lin');
    expect(await replayed()).toEqual([{ name: 'Zoë' }]);

    const again = await openJournal(file, () => undefined);
    again.append({ name: 'next' });
    await again.close();
    expect(await replayed()).toEqual([{ name: 'Zoë' }, { name: 'next' }]);
  });

  test('cuts off a complete last line that cannot be read', async () => {
    const journal = await openJournal(file, () => undefined);
    journal.append(1);
    await journal.close();
    await appendFile(file, '\0\0\0\n');
    expect(await replayed()).toEqual([1]);
    expect(await readFile(file, 'utf8')).toBe('1\n');
  });

  test('throws if the file is damaged in the middle', async () => {
    const journal = await openJournal(file, () => undefined);
    await journal.close();
    await writeFile(file, '{"a":1}\nnot json\n{"b":2}\n');
    await expect(openJournal(file, () => undefined)).rejects.toThrow('line 2 is not JSON');
  });

  test('rejects while the disk is full, and continues once it has space', async () => {
    await mkdir(join(folder, 'inside'));
    const journal = await appendTo(file);
    journal.append({ number: 1 });
    await journal.flushed();
    const spare = await open(file);
    const handles = Object.getPrototypeOf(spare);
    await spare.close();
    const full = vi.spyOn(handles, 'appendFile').mockImplementation(async () => {
      await appendFile(file, '{"number":');
      throw new Error('ENOSPC: no space left on device, write');
    });
    journal.append({ number: 2 });
    await expect(journal.flushed()).rejects.toThrow('ENOSPC');
    journal.append({ number: 3 });
    await expect(journal.flushed()).rejects.toThrow('ENOSPC');
    full.mockRestore();
    await journal.flushed();
    await journal.close();
    expect(await replayed()).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });
});
