import { createElement, Fragment, type ReactNode } from 'react';
import { formatParts, type Values } from '#kernel/text.ts';

/**
 * Returns a text with elements inside it, in the reader's language:
 * `rich('Read the <terms>terms</terms>.', { terms: (words) => <Link to="/terms">{words}</Link> })`.
 */
export function rich(
  text: string,
  tags: Readonly<Record<string, (words: ReactNode) => ReactNode>>,
  values: Values = {},
): ReactNode {
  const elements = Object.fromEntries(
    Object.entries(tags).map(([name, render]) => [
      name,
      (words: ReactNode[]) => render(createElement(Fragment, null, ...words)),
    ]),
  );
  return createElement(Fragment, null, ...formatParts<ReactNode>(text, values, elements));
}
