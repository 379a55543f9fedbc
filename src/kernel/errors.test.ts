import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import './validation-messages.ts';
import { toFieldErrors } from './errors.ts';

function fieldsFor(schema: z.ZodType, input: unknown): Record<string, string> {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error('expected the input to be invalid');
  return toFieldErrors(parsed.error);
}

describe('the fields of invalid input', () => {
  const form = z.strictObject({
    name: z.string().min(1, 'Name is required'),
    place: z.object({ lat: z.number().max(90) }),
    tags: z.array(z.string()).optional(),
  });

  it('are named by their path, with the first problem of each', () => {
    expect(fieldsFor(form, { name: '', place: { lat: 91 }, tags: ['a', 1] })).toEqual({
      name: 'Name is required',
      'place.lat': expect.any(String),
      'tags.1': 'Expected string received number',
    });
  });

  it('report missing fields', () => {
    expect(fieldsFor(form, {})).toEqual({ name: 'Required', place: 'Required' });
    expect(fieldsFor(form, null)).toEqual({ body: 'Required' });
    expect(fieldsFor(form, 'text')).toEqual({ body: 'Expected object received string' });
    expect(fieldsFor(form, [])).toEqual({ body: 'Expected object received array' });
  });

  it('say how long a text must be', () => {
    const texts = z.object({ code: z.string().min(6), name: z.string().min(1) });
    expect(fieldsFor(texts, { code: '12', name: '' })).toEqual({
      code: 'String must contain at least 6 characters',
      name: 'String must contain at least 1 character',
    });
  });

  it('say in plain words what is allowed', () => {
    const limits = z.object({
      words: z.string().max(10),
      stars: z.int().min(1),
      price: z.number().positive(),
      ticks: z.array(z.string()).max(3),
      side: z.enum(['marketer', 'advertiser']),
      email: z.email(),
    });
    const sent = {
      words: 'x'.repeat(11),
      stars: 1.5,
      price: 0,
      ticks: ['a', 'b', 'c', 'd'],
      side: 'x',
      email: 'x',
    };
    expect(fieldsFor(limits, sent)).toEqual({
      words: 'Please use at most 10 characters',
      stars: 'Enter a whole number',
      price: 'Enter more than 0',
      ticks: 'Add at most 3',
      side: 'Choose one of the offered values',
      email: 'Invalid email address',
    });
    expect(fieldsFor(limits.pick({ stars: true }), { stars: 0 })).toEqual({ stars: 'Enter at least 1' });
  });

  it('name every unknown key', () => {
    expect(fieldsFor(form, { name: 'a', place: { lat: 1 }, role: 'admin', amount: 5 })).toEqual({
      role: 'Unknown field',
      amount: 'Unknown field',
    });
  });

  it('name an unknown key even if it is __proto__', () => {
    const input: unknown = JSON.parse('{"name":"a","place":{"lat":1},"__proto__":{"admin":true}}');
    expect(Object.keys(fieldsFor(form, input))).toEqual(['__proto__']);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('the fields of a union', () => {
  const consent = z.union([
    z.strictObject({ age: z.literal(true), terms: z.literal(true), privacy: z.literal(true) }),
    z.strictObject({ location: z.boolean() }),
  ]);
  const positions = z.union([
    z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() }),
    z.object({ points: z.array(z.object({ latitude: z.number(), longitude: z.number() })).min(1) }),
  ]);

  it('come from the branch with the fewest invalid fields', () => {
    expect(Object.keys(fieldsFor(consent, { age: true, terms: true }))).toEqual(['privacy']);
    expect(fieldsFor(consent, { location: 'yes' })).toEqual({ location: 'Expected boolean received string' });
  });

  it('count a list with many wrong entries as one field', () => {
    const points = Array.from({ length: 4 }, () => ({ latitude: 'x', longitude: 'y' }));
    expect(Object.keys(fieldsFor(positions, { points }))).toContain('points.3.longitude');
  });

  it('start with the path of the union', () => {
    expect(fieldsFor(z.object({ choice: consent }), { choice: { location: 1 } })).toEqual({
      'choice.location': 'Expected boolean received number',
    });
  });

  it('are found through unions of unions', () => {
    const nested = z.union([consent, z.strictObject({ all: z.literal(true), by: z.string() })]);
    expect(fieldsFor(nested, { location: 1 })).toEqual({ location: 'Expected boolean received number' });
  });
});
