import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/domain.ts';
import { createQueryClient, useCallMutation, useEndpoint } from './query.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from './screen-test.tsx';
import { showToast } from './ui/states/toast.ts';

const listNames = endpoint({
  name: 'listNames',
  method: 'GET',
  path: '/names/{id}',
  summary: 'Names',
  who: 'anyone',
  params: z.object({ id: z.string() }),
  response: z.array(z.string()),
});
const addName = endpoint({
  name: 'addName',
  method: 'POST',
  path: '/names',
  summary: 'Add',
  who: 'anyone',
  body: z.object({ name: z.string() }),
  response: z.object({ message: z.string() }),
});

function Names() {
  const names = useEndpoint(listNames, { params: { id: '7' } });
  const add = useCallMutation(addName, { invalidates: [listNames] });
  return (
    <>
      <p>{names.error ? names.error.text : (names.data?.join(', ') ?? 'loading')}</p>
      <p>{add.data?.message}</p>
      <button type="button" onClick={() => add.mutate({ body: { name: 'Grace' } })}>
        Add
      </button>
    </>
  );
}

it('loads once, and reloads after a write that invalidates it', async () => {
  const names = ['Ada'];
  const received = stubNetwork(
    stubCall(listNames, () => [...names]),
    stubCall(addName, ({ body }) => {
      names.push(z.object({ name: z.string() }).parse(body).name);
      return { message: 'added' };
    }),
  );
  renderScreen(<Names />);
  await screen.findByText('Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Ada, Grace');
  expect(screen.getByText('added')).toBeTruthy();
  expect(received.map(({ endpoint }) => endpoint.name)).toEqual(['listNames', 'addName', 'listNames']);
  expect(received[0]?.params).toEqual({ id: '7' });
});

it('data never becomes stale, and nothing is refetched or retried automatically', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  expect(queries).not.toHaveProperty('refetchInterval');
  expect(mutations).toMatchObject({ retry: false });
});

it('does not retry a refused call', async () => {
  const received = stubNetwork(stubRefusal(listNames, 'campaign/not-found'));
  renderScreen(<Names />);
  await screen.findByText(refusalText('campaign/not-found'));
  await waitFor(() => expect(received).toHaveLength(1));
});

function Switch({ name }: { name: string }) {
  const add = useCallMutation(addName, {
    onError: ({ text }) => showToast({ title: 'Error', message: text, tone: 'error' }),
  });
  return (
    <button type="button" onClick={() => add.mutate({ body: { name } })}>
      {name}
    </button>
  );
}

it('removes an error toast when the same write succeeds, but not when another does', async () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const added = stubCall(addName, { message: 'added' });
  stubNetwork(stubRefusal(addName, 'server/busy'));
  renderScreen(
    <>
      <Switch name="First" />
      <Switch name="Second" />
    </>,
  );
  await press('First');
  await screen.findByRole('alert');
  const received = stubNetwork(added);
  await press('Second');
  await waitFor(() => expect(received).toHaveLength(1));
  expect(screen.getByRole('alert')).toBeTruthy();
  await press('First');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
