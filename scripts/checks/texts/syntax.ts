import { parseSync } from 'vite';

export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** The closest parent comes first. Children are not visited if `visit` returns false. */
export function walkFile(
  path: string,
  source: string,
  visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => boolean | undefined,
): void {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const walk = (value: unknown, parents: readonly SyntaxNode[]): void => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, parents));
    if (!isNode(value) || visit(value, parents) === false) return;
    const inner = [value, ...parents];
    for (const part of Object.values(value)) walk(part, inner);
  };
  walk(program, []);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function getCallee({ callee }: SyntaxNode): string | null {
  if (!isNode(callee)) return null;
  const name = callee.type === 'MemberExpression' ? callee['property'] : callee;
  return isNode(name) && typeof name['name'] === 'string' ? name['name'] : null;
}

export function getString(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type !== 'TemplateLiteral') return null;
  const strings = getTemplateStrings(node);
  return strings.length === 1 ? (strings[0] ?? null) : null;
}

export function getTemplateStrings({ quasis }: SyntaxNode): string[] {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
}

export function getLine(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
