import { mistypedRuns } from './mistyped-prefix.ts';
import { placeKey } from './place-key.ts';
import { stateNames } from './us-states.ts';

/** One reading of what was typed: names that begin with `prefix`, in the states and cities that `within` names. */
export interface NameReading {
  prefix: string;
  /** Each must fit the place's state (code or name) or its city. */
  within: readonly Area[];
  /** Only names that are the prefix and nothing more. */
  isWhole?: boolean;
}

export interface Area {
  states: readonly string[];
  /** The beginning of a city's key; undefined where only a state can be meant. */
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

/**
 * Reads 'san fr', '94105', 'Portland, OR', 'portland oregon', 'Chinatown, San Francisco' and a pasted
 * 'San Francisco, CA 94105, USA'. A ZIP code wins over everything else in the line.
 */
export function readPlaceQuery(text: string): PlaceQuery {
  const zip = /(?:^|[\s,])(\d{3,5})(?:-\d{0,4})?\s*(?:,?\s*(?:usa?|united states))?$/i.exec(text.trim())?.[1];
  if (zip) return { zipPrefix: zip };
  const isBeingTyped = !/[\s,]$/.test(text);
  const [name = '', ...areas] = text.split(',').map((part) => part.trim());
  const named = areas.filter((area) => area && !country.test(placeKey(area)));
  if (named.length > 0) {
    const prefix = placeKey(name);
    return {
      readings: [
        { prefix, within: named.map(wholeArea) },
        { prefix, within: named.map(begunArea) },
      ],
    };
  }
  const prefix = placeKey(name, isBeingTyped && areas.length === 0);
  return {
    readings: prefix
      ? [...readingsOfState(prefix), { prefix, within: [] }, ...readingsWithState(placeKey(name))]
      : [],
  };
}

/** 'oregon' asks for Oregon, Ohio, but also for Portland: the state's cities, after those that are called so. */
function readingsOfState(key: string): NameReading[] {
  const code = key.length > 2 ? stateCodeByKey.get(key) : undefined;
  return code
    ? [
        { prefix: key, within: [], isWhole: true },
        { prefix: '', within: [{ states: [code] }] },
      ]
    : [];
}

/** 'portland, or' means Oregon before any state that only begins so. */
function wholeArea(text: string): Area {
  const code = stateCodeByKey.get(placeKey(text));
  return code ? { states: [code] } : begunArea(text);
}

/** After a comma the state may still be being typed ('portland, ma'), or a city follows. */
function begunArea(text: string): Area {
  const key = placeKey(text, true);
  const begun = states.filter((state) => state.key.startsWith(key));
  const meant = begun.length > 0 ? begun : mistypedStates(key);
  return { states: meant.map(({ code }) => code), cityPrefix: key };
}

/** Without a comma the last one to three words may be a state, but only a whole one: 'charleston west virginia'. */
function readingsWithState(key: string): NameReading[] {
  const words = key.split(' ');
  return [1, 2, 3].flatMap((count) => {
    const code = stateCodeByKey.get(words.slice(-count).join(' '));
    return code && words.length > count
      ? [{ prefix: words.slice(0, -count).join(' '), within: [{ states: [code] }] }]
      : [];
  });
}

/** 'oregan' */
function mistypedStates(key: string): { code: string }[] {
  return mistypedRuns(states, key).flatMap(({ from, to }) => states.slice(from, to));
}
