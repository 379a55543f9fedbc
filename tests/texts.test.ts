/**
 * Texts for users are translated, and every translation fits its text. `npm run texts` writes new texts into the
 * catalogues.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findUntranslated } from '../scripts/checks/texts/find-untranslated.ts';
import {
  checkCatalogue,
  listDisagreements,
  listMissingValues,
  listSharedNames,
  sortIntoCatalogues,
} from '../scripts/checks/texts/catalogues.ts';
import { collectTexts } from '../scripts/checks/texts/collect-texts.ts';
import { readCatalogue, readTexts } from '../scripts/checks/texts/read-texts.ts';

const paths = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => existsSync(path));
const { declared, untranslated } = readTexts(paths);
const catalogues = sortIntoCatalogues(declared);

describe('the texts of the product', () => {
  it('are all translated when they are shown', () => {
    expect(untranslated.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
  });

  it('have values for their placeholders', () => {
    expect(listMissingValues(declared)).toEqual([]);
    expect(listSharedNames(declared)).toEqual([]);
  });

  it('are in the catalogue of their domain, each with a fitting translation', () => {
    const wrong = [...catalogues].flatMap(([path, texts]) => checkCatalogue(texts, readCatalogue(path)));
    expect(wrong).toEqual([]);
  });

  it('have one translation each', () => {
    const translations = [...catalogues.keys()].map((path) => [path, readCatalogue(path)] as const);
    expect(listDisagreements(new Map(translations))).toEqual([]);
  });
});

describe('the search for untranslated texts', () => {
  const find = (source: string) => findUntranslated('src/a/web/a.tsx', source).map(({ text }) => text);

  it('finds words in elements, attributes, strings and templates', () => {
    expect(find('<p title="Your pay">Paid on time {day}</p>')).toEqual(['Your pay', 'Paid on time']);
    expect(find('const label = isPaid ? "Paid" : `${days} days left`')).toEqual(['Paid', '… days left']);
    expect(find('rich("See <a>it</a>", { a: <a title="Open it" /> })')).toEqual(['Open it']);
  });

  it('leaves out translated texts, names, and what only programs read', () => {
    expect(find('<p title={t("Your pay")}>{t("Paid {day}", { day })}</p>')).toEqual([]);
    expect(find('if (key === "Enter") throw new Error("no such key")')).toEqual([]);
    expect(find('<a className="big link" href={`/campaigns/${id}`}>PayPal</a>')).toEqual([]);
    expect(find('const header = "Content Type"; // not for users')).toEqual([]);
  });
});

describe('the comparison with a catalogue', () => {
  const source = "t('{count} places', { count }); t('Open', { context: 'a dispute' }); msg('Closed')";
  const [texts] = sortIntoCatalogues(collectTexts('src/a/web/a.ts', source)).values();

  it('accepts a translation of each text', () => {
    const catalogue = { '{count} places': '{count} lugares', 'Open|a dispute': 'Abierta', Closed: 'Cerrado' };
    expect(checkCatalogue(texts ?? new Map(), catalogue)).toEqual([]);
  });

  it('names missing and unused texts, and other placeholders', () => {
    const catalogue = {
      '{count} places': '{number} lugares',
      'Open|a dispute': '',
      Gone: 'Ido',
      Closed: 'Cerrado',
    };
    expect(checkCatalogue(texts ?? new Map(), catalogue)).toEqual([
      expect.stringContaining('“Gone”'),
      expect.stringContaining('[number] and not [count]'),
      expect.stringContaining('“Open|a dispute” has no translation'),
    ]);
    const [text] = collectTexts('src/a/web/a.ts', "t('{count} places', { number })");
    expect(text && listMissingValues([text])).toEqual([expect.stringContaining('no value for count')]);
  });

  it('finds tags that have the name of a value', () => {
    const texts = collectTexts(
      'src/a/web/a.ts',
      "rich('Until <time>{time}</time>', { time }); t('<b>{b1}</b>')",
    );
    expect(listSharedNames(texts)).toEqual([expect.stringContaining('a value time')]);
  });

  it('finds equal texts with different translations', () => {
    const catalogues = new Map([
      ['one', { Open: 'Abrir' }],
      ['other', { Open: 'Abierto' }],
    ]);
    expect(listDisagreements(catalogues)).toHaveLength(1);
  });
});
