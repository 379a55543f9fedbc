import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#platform/web/call.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { type Application, listApplications } from '../contract.ts';

/** All of a marketer's own applications, newest first; asked anew whenever a page that shows them opens. */
export function useOwnApplications({ enabled = true } = {}): UseQueryResult<Application[], CallError> {
  return useEndpoint(listApplications, undefined, { enabled, refetchOnMount: 'always' });
}
