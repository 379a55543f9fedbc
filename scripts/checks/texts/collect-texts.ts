import { getCallee, getLine, getString, isNode, type SyntaxNode, walkFile } from './syntax.ts';

export interface DeclaredText {
  text: string;
  /** Null if they are not written out there. */
  values: string[] | null;
  context: string | undefined;
  path: string;
  line: number;
}

const valueArguments: Readonly<Record<string, readonly number[]>> = {
  t: [1],
  msg: [1],
  problem: [1],
  rich: [1, 2],
};

export const isTextFunction = (name: string | null): boolean =>
  name !== null && Object.hasOwn(valueArguments, name);

export function collectTexts(path: string, source: string): DeclaredText[] {
  const texts: DeclaredText[] = [];
  walkFile(path, source, (node) => {
    const name = node.type === 'CallExpression' ? getCallee(node) : null;
    if (name === null || !isTextFunction(name)) return true;
    const args = node['arguments'] as SyntaxNode[];
    for (const text of listTexts(args[0])) {
      const given = (valueArguments[name] ?? []).map((at) => readObject(args[at]));
      texts.push({
        text,
        values: given.every((each) => each !== null) ? given.flatMap((each) => Object.keys(each)) : null,
        context: given.map((each) => each?.['context']).find((each) => each !== undefined) ?? undefined,
        path,
        line: getLine(source, node.start),
      });
    }
    return true;
  });
  return texts;
}

/** `t(isOne ? 'A' : 'B')` declares two texts. */
function listTexts(node: unknown): string[] {
  const text = getString(node);
  if (text !== null) return [text];
  if (!isNode(node) || node.type !== 'ConditionalExpression') return [];
  return [...listTexts(node['consequent']), ...listTexts(node['alternate'])];
}

function readObject(node: SyntaxNode | undefined): Record<string, string | undefined> | null {
  if (node === undefined) return {};
  if (node.type !== 'ObjectExpression') return null;
  const properties = node['properties'] as SyntaxNode[];
  const entries = properties.map(({ key, value }) => {
    const name = isNode(key) ? (key['name'] ?? getString(key)) : null;
    return typeof name === 'string' ? ([name, getString(value) ?? undefined] as const) : null;
  });
  return entries.every((entry) => entry !== null) ? Object.fromEntries(entries) : null;
}
