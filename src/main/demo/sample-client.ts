import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CallArguments, EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { CallError } from '#platform/web/call.ts';
import { createQueryClient } from '#platform/web/query.ts';

export interface SampleAnswer {
  endpoint: EndpointDefinition;
  respond: (args: never) => unknown;
}

/** Answers an endpoint from samples. The contract types them, so they change with it. */
export function sampleAnswer<E extends EndpointDefinition>(
  endpoint: E,
  respond: (args: CallArguments<E>) => ResponseOf<E>,
): SampleAnswer {
  return { endpoint, respond };
}

const SIGN_UP = 'Sign up to do this.';

interface SampleClientOptions {
  answers: readonly SampleAnswer[];
  /** Public endpoints that the server answers all the same. */
  passes?: readonly EndpointDefinition[];
  /** Called instead of every write. */
  onWrite: () => void;
}

/**
 * A query client without a server: every query is answered from samples, and every write is refused. Both are
 * replaced in the client, so a screen cannot forget it.
 */
export function createSampleClient({ answers, passes = [], onWrite }: SampleClientOptions): QueryClient {
  const client = createQueryClient();
  const open = new Set([getPublicConfig, ...passes].map(({ name }) => name));
  const samples = new Map(answers.map(({ endpoint, respond }) => [endpoint.name, respond]));
  const findSample = ([name, args]: QueryKey): unknown => {
    const respond = samples.get(String(name));
    if (!respond) {
      const miss = new Error(`the demo has no sample of ${String(name)}`);
      // oxlint-disable-next-line eslint/no-console
      console.error(miss);
      throw miss;
    }
    // The key of a query has the arguments of its endpoint. See getQueryKey.
    return respond((typeof args === 'object' ? args : {}) as never);
  };

  const readQueryOptions = client.defaultQueryOptions.bind(client);
  const sampleQueryOptions = (options: Parameters<typeof readQueryOptions>[0]) => {
    const read = readQueryOptions(options);
    if (open.has(String(read.queryKey[0]))) return read;
    return { ...read, queryFn: async () => findSample(read.queryKey) };
  };
  // The samples have the types of the responses that the options name.
  client.defaultQueryOptions = sampleQueryOptions as typeof client.defaultQueryOptions;

  const readMutationOptions = client.defaultMutationOptions.bind(client);
  const refusedMutationOptions = (options: Parameters<typeof readMutationOptions>[0]) => ({
    ...readMutationOptions(options),
    mutationFn: async () => {
      throw new CallError(403, SIGN_UP, { code: 'demo/sign-up', message: SIGN_UP });
    },
    onMutate: undefined,
    onSuccess: undefined,
    onError: onWrite,
  });
  client.defaultMutationOptions = refusedMutationOptions as typeof client.defaultMutationOptions;
  return client;
}
