import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '../../access-token-contract.ts';
import { AccessTokensPanel } from './access-tokens-panel.tsx';

const payroll: AccessToken = {
  id: '5f0c2a3e-7d0b-4c59-9a53-0d6f0e1b2c3d',
  name: 'Payroll',
  scopes: ['proofs:read'],
  createdAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-12-02T08:00:00.000Z',
  lastUsedAt: null,
};

it('creates a token, shows it once, and revokes it after a confirmation', async () => {
  let tokens: AccessToken[] = [];
  const received = stubNetwork(
    stubCall(listAccessTokens, () => ({ tokens })),
    stubCall(createAccessToken, () => {
      tokens = [payroll];
      return { token: 'prom_secret', accessToken: payroll };
    }),
    stubCall(revokeAccessToken, () => {
      tokens = [];
      return { message: 'That access token no longer works.' };
    }),
  );
  renderScreen(<AccessTokensPanel />, { clock: createManualClock(new Date('2026-11-02T09:00:00Z')) });
  await userEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
  expect(received.some(({ endpoint }) => endpoint === createAccessToken)).toBe(false);
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Payroll');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Read proofs' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('prom_secret')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === createAccessToken)?.body).toEqual({
    name: 'Payroll',
    scopes: ['proofs:read'],
    expiresInDays: 30,
  });
  await userEvent.click(screen.getByRole('button', { name: 'I saved my token' }));
  await waitFor(() => expect(screen.queryByText('prom_secret')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Payroll' }));
  expect(received.some(({ endpoint }) => endpoint === revokeAccessToken)).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Payroll' })).toBeNull());
  expect(received.find(({ endpoint }) => endpoint === revokeAccessToken)?.params).toEqual({ id: payroll.id });
});
