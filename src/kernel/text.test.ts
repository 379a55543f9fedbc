import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chooseLanguage, getLanguage, getLocale, speak } from './language.ts';
import { addCatalogue, formatParts, msg, problem, t } from './text.ts';

addCatalogue('es', {
  'Test text: {name} has {count, plural, one {# place} other {# places}}':
    'Texto de prueba: {name} tiene {count, plural, one {# cupo} other {# cupos}}',
  'Test text: open|a door': 'Texto de prueba: abierta',
  'Test text: open|a campaign': 'Texto de prueba: abierto',
  'Test text: <b>now</b>': 'Texto de prueba: <b>ahora</b>',
  'Test text: not translated yet': '',
});

describe('t', () => {
  const places = 'Test text: {name} has {count, plural, one {# place} other {# places}}';

  it('fills in values and chooses the plural', () => {
    expect(t(places, { name: 'Maya', count: 1 })).toBe('Test text: Maya has 1 place');
    expect(t(places, { name: 'Maya', count: 1200 })).toBe('Test text: Maya has 1,200 places');
  });

  it('follows the reader', () => {
    expect(speak('es', () => t(places, { name: 'Maya', count: 2 }))).toBe(
      'Texto de prueba: Maya tiene 2 cupos',
    );
    expect(t(places, { name: 'Maya', count: 2 })).toBe('Test text: Maya has 2 places');
  });

  it('tells equal English texts apart by their context', () => {
    const say = (context: string) => speak('es', () => t('Test text: open', { context }));
    expect([say('a door'), say('a campaign')]).toEqual([
      'Texto de prueba: abierta',
      'Texto de prueba: abierto',
    ]);
    expect(t('Test text: open', { context: 'a door' })).toBe('Test text: open');
  });

  it('is English without a translation', () => {
    expect(speak('es', () => t('Test text: not translated yet'))).toBe('Test text: not translated yet');
  });

  it('has one stop after a time that ends with one', () => {
    expect(t('Opens {time}.', { time: '8:00 a.m.' })).toBe('Opens 8:00 a.m.');
    expect(formatParts('Opens {time}.', { time: '8:00 p.m.' }, {})).toEqual(['Opens 8:00 p.m.']);
    expect(t('Opens {time}.', { time: '8:00 AM' })).toBe('Opens 8:00 AM.');
    expect(t('{title}.', { title: 'From 8 a.m..' })).toBe('From 8 a.m...');
  });

  it('leaves quotes and signs as they are', () => {
    expect(t("It's < 5 & “fine”")).toBe("It's < 5 & “fine”");
    expect(t('At most {limit} & <b>', { limit: 5 })).toBe('At most 5 & <b>');
  });

  it('translates messages, also inside others', () => {
    const inner = msg('Test text: open', { context: 'a door' });
    const outer = msg('({state})', { state: inner });
    expect([t(outer), speak('es', () => t(outer))]).toEqual([
      '(Test text: open)',
      '(Texto de prueba: abierta)',
    ]);
  });
});

it('a failed check is reported in the language of its reader', () => {
  const Name = z.string().min(5, problem('Test text: open', { context: 'a door' }));
  const check = () => Name.safeParse('a').error?.issues[0]?.message;
  expect([check(), speak('es', check)]).toEqual(['Test text: open', 'Texto de prueba: abierta']);
});

it('the words inside a tag go to its function', () => {
  const parts = () =>
    formatParts<string>('Test text: <b>now</b>', {}, { b: (words) => `*${words.join('')}*` });
  expect([parts().join(''), speak('es', parts).join('')]).toEqual([
    'Test text: *now*',
    'Texto de prueba: *ahora*',
  ]);
});

describe('the language', () => {
  it('of the addressee ends with their text, also if making it fails', () => {
    expect(() => speak('es', () => expect.fail(getLocale()))).toThrow('es-US');
    expect(getLanguage()).toBe('en');
  });

  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.5, es', 'es'],
    ['de-DE, fr;q=0.9', null],
    ['de, en-GB;q=0.1', 'en'],
    ['es;q=0, en', 'en'],
    ['*', null],
    ['', null],
    [undefined, null],
    ['es;q=x', null],
  ])('of a browser that accepts %s is %s', (accepted, language) => {
    expect(chooseLanguage(accepted)).toBe(language);
  });
});
