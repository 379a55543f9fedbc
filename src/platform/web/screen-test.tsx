/** Renders with all providers, and stubs calls with samples that must match the contract. */
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult, screen as page, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, vi } from 'vitest';
import type { EndpointDefinition, ResponseInput } from '#kernel/endpoint.ts';
import { refusals, type RefusalCode } from '#main/domains.ts';
import { type BrowserClock, browserClock, ClockProvider } from './clock.ts';
import { createQueryClient } from './query.ts';
import { cleanups } from './test-cleanup.ts';
import { theme } from './ui/theme.ts';

const unanswered: string[] = [];
const routers: ReturnType<typeof createMemoryRouter>[] = [];

cleanups.add(() => {
  for (const router of routers.splice(0)) router.dispose();
  notifications.cleanQueue();
  notifications.clean();
  expect(unanswered.splice(0), 'calls that the test did not answer').toEqual([]);
});

export interface ReceivedCall {
  endpoint: EndpointDefinition;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

interface Answer {
  endpoint: EndpointDefinition;
  reply: (received: ReceivedCall) => { status: number; body: unknown; headers?: Record<string, string> };
}

/** The contract's schema checks the sample, or what the function returns. */
export function stubCall<E extends EndpointDefinition>(
  endpoint: E,
  response: ResponseInput<E> | ((received: ReceivedCall) => ResponseInput<E>),
): Answer {
  return {
    endpoint,
    reply: (received) => {
      // A response is never a function, so a function computes one.
      const value: unknown =
        typeof response === 'function'
          ? (response as (received: ReceivedCall) => unknown)(received)
          : response;
      return { status: endpoint.status ?? 200, body: endpoint.response?.parse(value) };
    },
  };
}

/** As on the server, the Link header names the next page. */
export function stubPages<E extends EndpointDefinition>(
  endpoint: E,
  pages: readonly ResponseInput<E>[],
): Answer {
  return {
    endpoint,
    reply: ({ query }) => {
      const at = Number(query['cursor'] ?? 0);
      const next = new URLSearchParams({ ...query, cursor: String(at + 1) });
      return {
        status: 200,
        body: endpoint.response?.parse(pages[at]),
        ...(at + 1 < pages.length ? { headers: { link: `<${endpoint.path}?${next}>; rel="next"` } } : {}),
      };
    },
  };
}

export function stubRefusal(
  endpoint: EndpointDefinition,
  code: RefusalCode,
  fields?: Record<string, string>,
): Answer {
  const [status, { text: message }] = refusals[code];
  return { endpoint, reply: () => ({ status, body: { code, message, ...(fields ? { fields } : {}) } }) };
}

/** The error has no text for the user, such as that of a proxy. */
export const stubFailure = (endpoint: EndpointDefinition): Answer => ({
  endpoint,
  reply: () => ({ status: 502, body: undefined }),
});

export const refusalText = (code: RefusalCode) => refusals[code][1].text;

/** Fails unless each has an error text. */
export function invalidFields(scope: ParentNode = document.body): string[] {
  return [...scope.querySelectorAll('[aria-invalid="true"]')].map((field) => {
    const texts = (attribute: string) =>
      (field.getAttribute(attribute) ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join('');
    const label =
      field.getAttribute('aria-label') ??
      (texts('aria-labelledby') || (field as HTMLInputElement).labels?.[0]?.textContent) ??
      '';
    const reason = texts('aria-describedby') + texts('aria-errormessage');
    expect(reason, `the reason why ${label} is invalid`).not.toBe('');
    return label.replace(/\s*\*$/, '');
  });
}

export async function pasteInto(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** Loading states and toasts do not count. */
export const findEmptyState = () =>
  waitFor(() => {
    const [state] = page
      .getAllByRole('status')
      .filter((each) => 'framed' in each.dataset || 'small' in each.dataset);
    if (!state) throw new Error('no empty state');
    return state;
  });

/** The last stub of an endpoint wins, and a call without a stub fails the test. Returns the received calls in order. */
export function stubNetwork(...answers: Answer[]): ReceivedCall[] {
  const received: ReceivedCall[] = [];
  vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    for (const { endpoint, reply } of answers.toReversed()) {
      const params = (request.method ?? 'GET') === endpoint.method && matchPath(endpoint.path, url.pathname);
      if (!params) continue;
      const call = {
        endpoint,
        params,
        query: Object.fromEntries(url.searchParams),
        body: parseBody(request),
      };
      received.push(call);
      const { status, body, headers = {} } = reply(call);
      const answered = new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
      return Promise.resolve(answered);
    }
    unanswered.push(`${request.method} ${address}`);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  return received;
}

interface ScreenOptions {
  at?: string;
  clock?: BrowserClock;
}

/** Every other address shows its path, so that a test can see a redirect. */
export function renderScreen(
  screen: ReactNode,
  { at = '/', clock = browserClock }: ScreenOptions = {},
): RenderResult {
  const path = new URL(at, 'http://localhost').pathname;
  const router = createMemoryRouter(
    [
      { path, element: screen },
      { path: '*', Component: OtherPage },
    ],
    { initialEntries: [at] },
  );
  routers.push(router);
  return render(
    // Without the theme's CSS variables, jsdom computes styles several times faster.
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ClockProvider value={clock}>
          <ModalsProvider>
            <Notifications limit={1} />
            <RouterProvider router={router} />
          </ModalsProvider>
        </ClockProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

function OtherPage() {
  return <p>{useLocation().pathname}</p>;
}

function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const names: string[] = [];
  const expression = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const match = new RegExp(`^${expression}$`).exec(pathname);
  return (
    match && Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]))
  );
}

function parseBody(request: RequestInit): unknown {
  if (request.body instanceof FormData) return Object.fromEntries(request.body);
  return typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
}
