import { msg } from './text.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { type DeclaredRefusal, Refusal, type RefusalDetails } from './errors.ts';

export const generalRefusals = {
  'request/invalid': [400, msg('Please check the highlighted fields.')],
  'request/malformed': [400, msg('We couldn’t read this request.')],
  'request/too-large': [413, msg('The request is too large.')],
  'request/unsupported-type': [415, msg('This content type isn’t supported.')],
  'request/cross-site': [403, msg('This request came from another site, so we blocked it.')],
  'request/too-many': [429, msg('Too many attempts. Wait a moment and try again.')],
  'request/not-found': [404, msg('There’s nothing at this address.')],
  'server/busy': [503, msg('Promenade is too busy right now. Please try again in a moment.')],
  'server/bug': [500, msg('Something went wrong on our side. Please try again.')],
} as const satisfies Record<string, DeclaredRefusal>;

/**
 * In the format of the LIMITS setting: '20/100s' allows 20 calls at once, then refills 20 in 100 seconds.
 * Counts per caller, or per caller and object, so that screens with several campaigns, or phones in several
 * sessions, do not slow each other down. `perProcess` limits protect the process that answers, not the database or
 * a user, so they cost no round trip.
 */
export type DeclaredLimit = string | { rate: string; perObject?: true; perProcess?: true };

type Names<Value> = Readonly<Record<string, Value>>;

interface Declarations {
  refusals: Names<DeclaredRefusal>;
  objects: Names<string>;
  limits: Names<DeclaredLimit>;
}

/** Distributes over a union of domains: keyof alone would return only the names they share. */
type NamesOf<Domain, Part extends keyof Declarations> = Domain extends Declarations
  ? keyof Domain[Part] & string
  : never;

/** Every code that the `refuse` of this domain accepts. */
export type RefusalCodeOf<Domain extends { refuse: (code: never) => Refusal }> = Parameters<
  Domain['refuse']
>[0];

/**
 * Declares what a domain adds. The returned functions accept only these names, those of the `used` domains,
 * and the general refusals. An unknown name does not compile.
 */
export function defineDomain<
  const Used extends readonly Declarations[],
  Code extends string = never,
  Kind extends string = never,
  Limit extends string = never,
>(
  used: Used,
  own: {
    /** The expected errors. The key is the code of the error response. */
    refusals?: Readonly<Record<Code, DeclaredRefusal>>;
    /** The kinds of object, each with the refusal for callers who may not know of such an object. */
    objects?: Readonly<Record<Kind, NoInfer<Code | CodeOf<Used>>>>;
    limits?: Readonly<Record<Limit, DeclaredLimit>>;
  },
) {
  type Codes = Code | CodeOf<Used>;
  type Kinds = Kind | NamesOf<Used[number], 'objects'>;
  type Limits = Limit | NamesOf<Used[number], 'limits'>;
  // Every name of a part that is absent has the type `never`, so an empty object has all of them.
  const {
    refusals = {} as Record<Code, DeclaredRefusal>,
    objects = {} as Record<Kind, Codes>,
    limits = {} as Record<Limit, DeclaredLimit>,
  } = own;
  // TypeScript does not see that the names of `own` and `used` are all of `Codes`.
  const known = {
    ...generalRefusals,
    ...mergeDeclared([...used, { refusals, objects, limits }], 'refusals'),
  } as Readonly<Record<Codes, DeclaredRefusal>>;

  return {
    refusals,
    objects,
    limits,
    refuse: (code: Codes, details?: RefusalDetails): Refusal => new Refusal(code, known[code], details),
    /** Keeps the exact types, from which route(), call(), OpenAPI and the authorisation table are derived. */
    endpoint: <const Definition extends EndpointDefinition<Codes, Kinds, Limits>>(
      definition: Definition,
    ): Definition => definition,
  };
}

/** Throws if two domains declare the same name. */
export function mergeDeclared<const Domains extends readonly Declarations[], Part extends keyof Declarations>(
  domains: Domains,
  part: Part,
): Readonly<Record<NamesOf<Domains[number], Part>, Declarations[Part][string]>> {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of domains.flatMap((domain) => Object.entries(domain[part]))) {
    if (Object.hasOwn(merged, name)) throw new Error(`two domains declare ${name}`);
    merged[name] = value;
  }
  // The loop above copied every name of every domain.
  return merged as Record<NamesOf<Domains[number], Part>, Declarations[Part][string]>;
}

type CodeOf<Used extends readonly Declarations[]> =
  | keyof typeof generalRefusals
  | NamesOf<Used[number], 'refusals'>;
