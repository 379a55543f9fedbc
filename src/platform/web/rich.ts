import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { formatParts, type Values, type Written } from '#kernel/text.ts';

/**
 * Returns a text with elements inside it. The words between its tags become the children of the element with that name:
 * `rich('Read the <terms>terms</terms>.', { terms: <Link to="/terms" /> })`. An element without words, such as an icon,
 * is placed as it is: `'Open <icon></icon> to start'`.
 */
export function rich<Text extends string>(
  text: Written<Text>,
  elements: Readonly<Record<string, ReactElement>>,
  values: Values = {},
): ReactNode {
  const tags = Object.fromEntries(
    Object.entries(elements).map(([name, element]) => [
      name,
      (words: ReactNode[]) => (words.length > 0 ? cloneElement(element, {}, ...words) : element),
    ]),
  );
  return createElement(Fragment, null, ...formatParts<ReactNode>(text, values, tags));
}
