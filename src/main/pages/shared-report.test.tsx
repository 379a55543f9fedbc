import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { openSharedReport } from '#reports/link-contract.ts';
import { sharedReportSample } from '#reports/sample.ts';
import SharedReportPage from './shared-report.tsx';

const config = stubCall(getPublicConfig, testPublicConfig());
const token = 'a'.repeat(64);
const show = (hash = token) => renderScreen(<SharedReportPage />, { at: `/shared-report#${hash}` });

test('shows the report of the token, which the skip link keeps in the address', async () => {
  const tokens: unknown[] = [];
  stubNetwork(
    config,
    stubCall(openSharedReport, ({ body }) => {
      tokens.push(body);
      return sharedReportSample;
    }),
  );
  show();
  const { title } = sharedReportSample.report.campaign;
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.location.hash).toBe('');
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'By marketer 1' })).toBeTruthy();
  const work = within(screen.getByRole('table')).getAllByRole('row');
  expect(work.map((row) => row.firstElementChild?.textContent)).toEqual([
    'Marketer',
    'Marketer 1',
    'Marketer 2',
  ]);
  expect(tokens).toEqual([{ token }]);
});

test('says that a link has ended, or is incomplete', async () => {
  stubNetwork(config, stubRefusal(openSharedReport, 'report/link-over'));
  const { unmount } = show();
  expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeTruthy();
  unmount();
  show(token.slice(1));
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
});
