/**
 * jsdom matches every rule of the browser's style sheet for each computed style, which took a quarter of the processor
 * time of screen tests. They load no style sheet of ours, so inline styles and the defaults of an element's type
 * decide.
 */
const computeStyle = window.getComputedStyle;
const defaults = new Map<string, CSSStyleDeclaration>();

/** The attributes for which the browser's style sheet hides or shows an element. */
const DECIDING = ['type', 'hidden', 'open'];

/** Computes the style of an element that has no inline style and no parent, once per type of element. */
function readDefault(element: Element): CSSStyleDeclaration {
  const decided = DECIDING.flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  const key = JSON.stringify([element.localName, ...decided]);
  const known = defaults.get(key);
  if (known) return known;
  const bare = document.createElementNS(element.namespaceURI, element.localName);
  for (const [name, value] of decided) bare.setAttribute(name, value);
  const style = computeStyle.call(window, bare);
  defaults.set(key, style);
  return style;
}

function readInherited(element: Element, property: string): unknown {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = 'style' in at && Reflect.get(at.style as object, property);
    if (value) return value;
  }
  return undefined;
}

/** Use it in place of `window.getComputedStyle`. Of the inherited properties, only `visibility` is inherited. */
export function readPlainStyle(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const byDefault = readDefault(element);
  return new Proxy(byDefault, {
    get(_, property) {
      if (property === 'visibility') return readInherited(element, property) ?? byDefault.visibility;
      if (property === 'getPropertyValue') {
        return (name: string) => style.getPropertyValue(name) || byDefault.getPropertyValue(name);
      }
      return Reflect.get(style, property) || Reflect.get(byDefault, property);
    },
  });
}
