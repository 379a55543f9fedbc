import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { helpPaths } from '#platform/web/ui/help-link.tsx';
import { getPublicConfig } from '#platform/config-contract.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { hasPage } from '../../frame/test-page-paths.ts';
import { HelpArticle } from './help-article.tsx';
import { createHelp, getHelp } from './help-content.ts';
import type { HelpDocument } from './help-document.ts';
import { getHelpFigures, type HelpFigures } from './help-figures.ts';
import { HelpPage } from './help-page.tsx';

const documents: readonly HelpDocument[] = Object.values(getHelp());
const listQuestions = ({ topics }: HelpDocument) => topics.flatMap(({ questions }) => questions);

/** Each figure is a word without a number. */
const names = Object.fromEntries(
  Object.keys(getHelpFigures()).map((name) => [name, `«${name}»`]),
) as unknown as HelpFigures;
const named: readonly HelpDocument[] = Object.values(createHelp(names));
const numbers = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|half)\b/i;

describe.each(documents.map((document, at) => [document.path, document, named[at]] as const))(
  'the help page %s',
  (path, document, withNames) => {
    it('takes every figure from the contracts', () => {
      if (!withNames) throw new Error('no such page');
      const texts = listQuestions(withNames).flatMap(({ question, answer }) => [question, ...answer]);
      expect(texts.filter((text) => numbers.test(text.replaceAll(/«\w+»/g, '')))).toEqual([]);
    });

    it('leads only to existing pages and answers', () => {
      const links = listQuestions(document).flatMap(({ links = [] }) => links.map(({ to }) => to));
      expect(links.filter((to) => !exists(to))).toEqual([]);
    });

    it('lists each question once, in the order of the page', () => {
      renderScreen(<HelpArticle document={document} />, { at: path });
      const contents = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
      const anchors = contents.map((link) => link.getAttribute('href')?.split('#')[1] ?? '');
      expect(new Set(anchors).size).toBe(anchors.length);
      const shown = [...window.document.querySelectorAll('[id]')].map(({ id }) => id);
      expect(shown.filter((id) => anchors.includes(id))).toEqual(anchors);
    });
  },
);

it('uses every figure', () => {
  const text = JSON.stringify(named);
  expect(Object.keys(names).filter((name) => !text.includes(`«${name}»`))).toEqual([]);
});

it('has every answer that a screen links to', () => {
  expect(Object.values(helpPaths).filter((to) => !exists(to))).toEqual([]);
});

/** Returns whether the address has a page and, on help pages, the answer. */
function exists(to: string): boolean {
  const [path = '', anchor] = to.split('#');
  const document = documents.find((each) => each.path === path);
  if (document) return anchor === undefined || listQuestions(document).some(({ id }) => id === anchor);
  return hasPage(path);
}

it('names this installation’s fee and contact', async () => {
  stubNetwork(
    stubCall(getPublicConfig, testPublicConfig({ feePercent: 12.5, contactEmail: 'ask@example.com' })),
  );
  renderScreen(<HelpPage document={getHelp().advertisers} />, { at: '/help/advertisers' });
  expect(await screen.findByText(/a platform fee of 12\.5%/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'ask@example.com' })).toBeTruthy();
});

it('without the config, it names the range of the fee', () => {
  stubNetwork(stubRefusal(getPublicConfig, 'server/busy'));
  renderScreen(<HelpPage document={getHelp().advertisers} />, { at: '/help/advertisers' });
  expect(screen.getByText(/a platform fee of 10 to 15%/)).toBeTruthy();
});
