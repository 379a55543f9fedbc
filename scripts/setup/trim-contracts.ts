import type { ESTree, Plugin } from 'vite';

/** Of the response and of each event, the browser needs only to know that they exist. */
const keptFields = new Set(['name', 'method', 'path', 'files', 'events', 'response']);

/**
 * The server checks input and filters responses, so the browser needs only the name and address of an endpoint. Every
 * other declaration of a contract becomes a call without side effects, which the bundler drops if nothing uses its
 * result.
 */
export function trimContracts(): Plugin {
  return {
    name: 'trim-contracts',
    transform: {
      filter: { id: /\/src\/(?:kernel\/.*|.*[/-](?:contract|domain))\.ts$/ },
      handler(code) {
        let trimmed = code;
        const replace = ({ start, end }: { start: number; end: number }, text: string) => {
          trimmed = trimmed.slice(0, start) + text + trimmed.slice(end);
        };
        /** Fields that several endpoints of the file share. */
        const shared = new Set<string>();
        const { body } = this.parse(code);
        // From the end, so that the positions before stay valid.
        for (const statement of body.toReversed()) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
          for (const { id: name, init } of declaration.declarations.toReversed()) {
            if (!init || init.type === 'ArrowFunctionExpression') continue;
            const text = code.slice(init.start, init.end);
            const isEndpoint = init.type === 'CallExpression' && text.startsWith('endpoint(');
            const isShared = name.type === 'Identifier' && shared.has(name.name);
            const fields = isEndpoint ? init.arguments[0] : isShared ? init : undefined;
            if (fields?.type === 'ObjectExpression') {
              for (const field of fields.properties) {
                if (field.type === 'SpreadElement' && field.argument.type === 'Identifier')
                  shared.add(field.argument.name);
              }
              replace(init, `{ ${fields.properties.flatMap((field) => trimField(field, code)).join(', ')} }`);
            } else if (text.includes('(')) {
              replace(init, `/*#__PURE__*/ (() => (${text}))()`);
            }
          }
        }
        // A statement that declares nothing works when the file is loaded: the one that adds the Spanish texts.
        const onlyDeclares = body.every(({ type }) => type.endsWith('Declaration'));
        return { code: trimmed, ...(onlyDeclares ? { moduleSideEffects: false } : {}) };
      },
    },
  };
}

function trimField(field: ESTree.ObjectPropertyKind, code: string): string[] {
  const text = code.slice(field.start, field.end);
  if (field.type !== 'Property' || field.key.type !== 'Identifier') return [text];
  const { name } = field.key;
  if (!keptFields.has(name)) return [];
  if (name === 'response') return ['response: true'];
  if (name !== 'events' || field.value.type !== 'ObjectExpression') return [text];
  const events = field.value.properties.map((event) =>
    event.type === 'Property' ? `${code.slice(event.key.start, event.key.end)}: true` : '',
  );
  return [`events: { ${events.join(', ')} }`];
}
