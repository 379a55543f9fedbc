import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { PrerenderingProvider } from './frame/prerendering.ts';

/** Prerenders a page into a file. Runs only during the build: the server never renders. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(
    <PrerenderingProvider value={!context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </PrerenderingProvider>,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(prelude, { status, headers });
}
