/** Reads what the architecture rules look at out of the sources, with a real parser. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import type { SourceModule } from './architecture.ts';

/** Every TypeScript module below `folder`, with paths from `root`. */
export function readSourceModules(root: string, folder: string): SourceModule[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = join(root, folder, name);
      return readModule(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8'));
    });
}

const waysToAServer = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket']);

/** Static, re-exported, dynamic and type-position imports of one source text. Throws where it does not parse. */
export function readModule(path: string, source: string): SourceModule {
  const { module, program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const imports = new Set<string>();
  for (const statement of module.staticImports) imports.add(statement.moduleRequest.value);
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) if (entry.moduleRequest) imports.add(entry.moduleRequest.value);
  }
  let usesFetch = false;
  visitNodes(program, (node) => {
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') imports.add(textOf(node.source));
    if (node.type === 'Identifier' && waysToAServer.has(String(node.name))) usesFetch = true;
  });
  imports.delete('');
  return { path, imports: [...imports], usesFetch, lineCount: source.trimEnd().split('\n').length };
}

type Node = Record<string, unknown>;

function visitNodes(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  // Any object of a syntax tree can be read by key; what is no node has no `type`.
  if ('type' in value) visit(value as Node);
  for (const child of Object.values(value)) visitNodes(child, visit);
}

/** A literal's text; an import of a computed name has none. */
function textOf(node: unknown): string {
  if (typeof node !== 'object' || node === null || !('value' in node)) return '';
  return typeof node.value === 'string' ? node.value : '';
}
