import { isTextFunction } from './collect-texts.ts';
import { getCallee, getLine, getTemplateStrings, isNode, type SyntaxNode, walkFile } from './syntax.ts';

export interface UntranslatedText {
  text: string;
  path: string;
  line: number;
}

/** A line with this comment has a string that only programs and engineers read. */
const EXEMPT = 'not for users';

const names = new Set([
  'Promenade',
  'PayPal',
  'Google',
  'Instagram',
  'TikTok',
  'YouTube',
  'Facebook',
  'LinkedIn',
  'Twitter',
  'Venmo',
  'English',
  'Español',
]);

const codeNames = new Set([
  'className',
  'd',
  'points',
  'transform',
  'viewBox',
  'sizes',
  'allow',
  'media',
  'to',
  'href',
  'src',
  'fontFamily',
  'gridTemplateColumns',
  'gridTemplateAreas',
  'boxShadow',
  'border',
  'transition',
  'background',
  'margin',
  'padding',
  'displayName',
  'rel',
  'preserveAspectRatio',
  'queryKey',
  'scope',
  'authorization',
  'content-type',
  'user-agent',
  '@type',
  'timeZone',
]);

const codeFunctions =
  /^(?:\w*Error|log|info|warn|error|debug|trace|querySelector\w*|getHeader|header|setHeader|matchMedia|import|test|includes|startsWith|endsWith|replace|replaceAll|split|join|crashPoint|raw|for|deriveSecret|addIssue)$/;

const capitalised = /^\p{Lu}[\p{Ll}’-]+[.!?:…]*$/u;
const word = /^[“‘(]*\p{L}[\p{L}’-]*[)”’.,:;!?…]*$/u;
const codeSigns = /[=<>{};#\\]|\d(?:px|rem|fr|%)/;

export function looksLikeText(text: string): boolean {
  const trimmed = text.trim();
  if (capitalised.test(trimmed)) return true;
  const words = trimmed.split(/\s+/).filter((part) => word.test(part) && /\p{L}{2}/u.test(part));
  return words.length > 1 && !codeSigns.test(trimmed);
}

function hasWords(strings: readonly string[]): boolean {
  const words = strings.join('…').split(/\s+/);
  return words.length > 1 && words.some((part) => word.test(part)) && !codeSigns.test(strings.join(''));
}

export function findUntranslated(path: string, source: string): UntranslatedText[] {
  const lines = source.split('\n');
  const found: UntranslatedText[] = [];
  const add = (node: SyntaxNode, text: string) => {
    const line = getLine(source, node.start);
    if (lines[line - 1]?.includes(EXEMPT) || lines[line - 2]?.includes(EXEMPT)) return;
    if (!names.has(text.trim())) found.push({ text: text.trim().replaceAll(/\s+/g, ' '), path, line });
  };
  walkFile(path, source, (node, parents) => {
    if (isCode(path, node)) return false;
    if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node['value']))) add(node, String(node['value']));
    if (node.type === 'Literal' && typeof node['value'] === 'string' && !isKey(node, parents[0])) {
      if (looksLikeText(node['value'])) add(node, node['value']);
    }
    if (node.type === 'TemplateLiteral' && !isKey(node, parents[0])) {
      const strings = getTemplateStrings(node);
      if (hasWords(strings)) add(node, strings.join('…'));
    }
    return true;
  });
  return found;
}

function isCode(path: string, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TaggedTemplateExpression':
      return true;
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node['operator']));
    case 'NewExpression':
    case 'CallExpression': {
      const name = getCallee(node);
      return isTextFunction(name) ? !hasNestedCode(node) : name !== null && codeFunctions.test(name);
    }
    case 'AssignmentExpression':
      return (
        isNode(node['left']) &&
        isNode(node['left']['property']) &&
        node['left']['property']['name'] === 'name'
      );
    case 'JSXAttribute':
    case 'Property': {
      const name = node.type === 'JSXAttribute' ? node['name'] : node['key'];
      const text = isNode(name) ? String(name['name'] ?? name['value']) : '';
      return codeNames.has(text) || isDocumentation(path, text);
    }
    default:
      return (
        node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSSatisfiesExpression'
      );
  }
}

/** What an endpoint and a step of a process do, and the names of sweeps and effects, are for engineers. */
const isDocumentation = (path: string, name: string) =>
  (/^(?:summary|why)$/.test(name) && path.endsWith('contract.ts')) ||
  (/^(?:name|reason)$/.test(name) && path.includes('/server/'));

/** `rich` has elements among its arguments, which can contain texts again. */
const hasNestedCode = (node: SyntaxNode) => getCallee(node) === 'rich';

function isKey(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (!parent) return false;
  if (parent.type === 'SwitchCase') return parent['test'] === node;
  if (parent.type === 'Property' || parent.type === 'PropertyDefinition') return parent['key'] === node;
  if (parent.type === 'MemberExpression') return parent['property'] === node;
  return parent.type === 'CallExpression' && isTextFunction(getCallee(parent));
}
