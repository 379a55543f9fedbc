import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  decideMessageReport,
  listMessageReports,
  type MessageReport,
  takeMessageReport,
  viewThread,
} from '#messages/report-contract.ts';
import { messageReportSample, messageSample } from '#messages/sample.ts';
import {
  findEmptyState,
  invalidFields,
  pasteInto,
  renderScreen,
  stubCall,
  stubNetwork,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
import { MessageReports } from './message-reports.tsx';

const taken: MessageReport = {
  ...messageReportSample,
  owner: { id: '9f8e7d6c-5b4a-4c3d-8e2f-1a0b9c8d7e07', name: 'Ada Moreno' },
  can: { take: false, decide: true },
};
const closed: MessageReport = {
  ...taken,
  status: 'dismissed',
  note: 'A joke',
  decidedAt: '2026-12-04T12:00:00.000Z',
  can: { take: false, decide: false },
};

test('is taken over, and then dismissed with a note', async () => {
  let report = messageReportSample;
  const calls = stubNetwork(
    stubCall(listMessageReports, () => (report.status === 'open' ? [report] : [])),
    stubCall(takeMessageReport, () => (report = taken)),
    stubCall(decideMessageReport, () => (report = closed)),
  );
  renderScreen(<MessageReports />);
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toMatch(/Maya Lindqvist reported Fogline Coffee.*“They want to pay me in cash.”/);
  await userEvent.click(screen.getByRole('button', { name: /^Take over/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Dismiss/ }));
  expect(screen.getByRole('link', { name: /^Open Fogline/ }).getAttribute('href')).toBe(
    `/admin?user=${taken.reported.id}`,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this report?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(invalidFields()).toEqual(['Note']);
  await pasteInto(dialog.getByRole('textbox'), 'A joke');
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  await findEmptyState();
  expect(calls.find(({ endpoint }) => endpoint === decideMessageReport)?.body).toEqual({
    status: 'dismissed',
    note: 'A joke',
  });
});

test('shows the messages only after a reason', async () => {
  const calls = stubNetwork(
    stubCall(listMessageReports, [taken]),
    stubCall(viewThread, {
      applicationId: taken.applicationId,
      campaignTitle: taken.campaignTitle,
      marketerName: 'Maya Lindqvist',
      businessName: 'Fogline Coffee',
      messages: [messageSample],
      hasEarlier: false,
    }),
  );
  renderScreen(<MessageReports />);
  await userEvent.click(await screen.findByRole('button', { name: /^Read messages/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Read messages' }));
  expect(calls.some(({ endpoint }) => endpoint === viewThread)).toBe(false);
  await pasteInto(dialog.getByRole('textbox'), 'To look into it');
  await userEvent.click(dialog.getByRole('button', { name: 'Read messages' }));
  expect(await dialog.findByText(messageSample.text)).toBeTruthy();
  expect(calls.find(({ endpoint }) => endpoint === viewThread)?.body).toEqual({ reason: 'To look into it' });
});

test('says why the messages cannot be read, and retries the list after a failure', async () => {
  stubNetwork(stubRefusal(listMessageReports, 'server/busy'));
  renderScreen(<MessageReports />);
  await screen.findByRole('alert');
  stubNetwork(stubCall(listMessageReports, [taken]), stubRefusal(viewThread, 'message/no-case'));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Read messages/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await pasteInto(dialog.getByRole('textbox'), 'To look into it');
  await userEvent.click(dialog.getByRole('button', { name: 'Read messages' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
});
