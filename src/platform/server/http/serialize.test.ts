import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getSerializer } from './serialize.ts';

const write = (schema: z.ZodType, answer: unknown): unknown => JSON.parse(getSerializer(schema)(answer));

const Person = z.object({ id: z.uuid(), name: z.string() });
const id = '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11';
const row = { id, name: 'Maya', taxId: '123-45-6789', passwordHash: 'x' };
const shown = { id, name: 'Maya' };

describe('drops fields that are not in the schema', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['at the top', Person, row, shown],
    ['in a list', z.array(Person), [row, row], [shown, shown]],
    ['in an object of objects', z.object({ person: Person }), { person: row, secret: 1 }, { person: shown }],
    ['where it may be null', z.object({ person: Person.nullable() }), { person: row }, { person: shown }],
    ['where it may be missing', z.object({ person: Person.optional() }), { person: row }, { person: shown }],
    ['in a record', z.record(z.string(), Person), { a: row }, { a: shown }],
    ['in an extended schema', Person.extend({ age: z.number() }), { ...row, age: 30 }, { ...shown, age: 30 }],
    ['in a strict schema', z.strictObject({ id: z.uuid() }), row, { id }],
    [
      'in a union',
      z.union([
        z.object({ kind: z.literal('a'), a: z.number() }),
        z.object({ kind: z.literal('b'), b: Person }),
      ]),
      { kind: 'b', b: row, secret: 1 },
      { kind: 'b', b: shown },
    ],
    [
      'in a list of a union',
      z.object({ items: z.array(z.union([Person, z.object({ total: z.number() })])) }),
      { items: [row, { total: 5, secret: 1 }] },
      { items: [shown, { total: 5 }] },
    ],
  ])('%s', (_, schema, answer, expected) => {
    expect(write(schema, answer)).toEqual(expected);
  });
});

describe('values', () => {
  it('are written unchanged', () => {
    const schema = z.object({
      text: z.string(),
      number: z.number(),
      whole: z.number().int(),
      is: z.boolean(),
      nothing: z.string().nullable(),
      state: z.enum(['open', 'closed']),
      always: z.literal('x'),
      at: z.iso.datetime(),
      mail: z.email(),
      list: z.array(z.number().nullable()),
    });
    const answer = {
      text: 'a "b" \u2028 ü 😀 </script>',
      number: -0.1,
      whole: 9_007_199_254_740_991,
      is: false,
      nothing: null,
      state: 'open',
      always: 'x',
      at: '2026-11-02T15:00:00.000Z',
      mail: 'a@b.co',
      list: [1, null, 0],
    };
    expect(write(schema, answer)).toEqual(answer);
  });

  it('match the output of the schema', () => {
    const schema = z.object({
      name: z.string(),
      count: z.number().int().nullable(),
      inner: z.object({ tags: z.array(z.string()) }).nullable(),
    });
    const answers = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      count: fc.option(fc.integer()),
      inner: fc.option(fc.record({ tags: fc.array(fc.string({ unit: 'grapheme' })) })),
      other: fc.string(),
    });
    fc.assert(
      fc.property(answers, (answer) => {
        expect(write(schema, answer)).toEqual(schema.parse(answer));
      }),
    );
  });
});
