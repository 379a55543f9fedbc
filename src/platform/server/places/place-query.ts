import { listMistypedRuns } from './gazetteer/mistyped-prefix.ts';
import { placeKey } from './gazetteer/place-key.ts';
import { stateNames } from './gazetteer/us-states.ts';

/** Names that start with `prefix`, in the states and cities of `within`. */
export interface NameReading {
  prefix: string;
  within: readonly Area[];
  isWhole?: boolean;
}

export interface Area {
  states: readonly string[];
  cityPrefix?: string;
}

export type PlaceQuery = { zipPrefix: string } | { readings: readonly NameReading[] };

const country = /^(us|usa|united states( of america)?)$/;
const stateCodeByKey = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [placeKey(code), code],
    [placeKey(name), code],
  ]),
);

const states = [...stateCodeByKey]
  .map(([key, code]) => ({ key, code }))
  .toSorted((one, other) => (one.key < other.key ? -1 : 1));

/** Also parses a pasted 'San Francisco, CA 94105, USA'. If the line contains a ZIP code, only that counts. */
export function parsePlaceQuery(text: string): PlaceQuery {
  const zip = /(?:^|[\s,])(\d{3,5})(?:-\d{0,4})?\s*(?:,?\s*(?:usa?|united states))?$/i.exec(text.trim())?.[1];
  if (zip) return { zipPrefix: zip };
  const isBeingTyped = !/[\s,]$/.test(text);
  const [name = '', ...areas] = text.split(',').map((part) => part.trim());
  const named = areas.filter((area) => area && !country.test(placeKey(area)));
  if (named.length > 0) {
    const prefix = placeKey(name);
    return {
      readings: [
        { prefix, within: named.map(parseArea) },
        { prefix, within: named.map(parsePartialArea) },
      ],
    };
  }
  const prefix = placeKey(name, isBeingTyped && areas.length === 0);
  return {
    readings: prefix
      ? [...parseState(prefix), { prefix, within: [] }, ...readingsWithState(placeKey(name))]
      : [],
  };
}

/** 'oregon' matches Oregon, Ohio, and then the cities of the state, such as Portland. */
function parseState(key: string): NameReading[] {
  const code = key.length > 2 ? stateCodeByKey.get(key) : undefined;
  return code
    ? [
        { prefix: key, within: [], isWhole: true },
        { prefix: '', within: [{ states: [code] }] },
      ]
    : [];
}

/** 'portland, or' means Oregon before any state that starts with 'or'. */
function parseArea(text: string): Area {
  const code = stateCodeByKey.get(placeKey(text));
  return code ? { states: [code] } : parsePartialArea(text);
}

/** After a comma, the user may still be typing a state ('portland, ma') or a city. */
function parsePartialArea(text: string): Area {
  const key = placeKey(text, true);
  const begun = states.filter((state) => state.key.startsWith(key));
  const meant = begun.length > 0 ? begun : mistypedStates(key);
  return { states: meant.map(({ code }) => code), cityPrefix: key };
}

/**
 * Without a comma, the last one to three words may be a state if they match it completely: 'charleston west
 * virginia'.
 */
function readingsWithState(key: string): NameReading[] {
  const words = key.split(' ');
  return [1, 2, 3].flatMap((count) => {
    const code = stateCodeByKey.get(words.slice(-count).join(' '));
    return code && words.length > count
      ? [{ prefix: words.slice(0, -count).join(' '), within: [{ states: [code] }] }]
      : [];
  });
}

function mistypedStates(key: string): { code: string }[] {
  return listMistypedRuns(states, key).flatMap(({ from, to }) => states.slice(from, to));
}
