import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { type Application, decideApplication, listApplications } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import Applicants from './applicants.tsx';

const waiting: Application = {
  ...applicationSample,
  id: '7a1de1f0-0000-4000-8000-000000000001',
  campaignId: ownCampaignSample.id,
  marketerName: 'Noor Haddad',
  status: 'pending',
  reason: null,
  can: { approve: true, reject: true, withdraw: false },
};
const approved: Application = {
  ...waiting,
  id: '7a1de1f0-0000-4000-8000-000000000002',
  marketerName: 'Kim Park',
  status: 'approved',
  can: { approve: false, reject: false, withdraw: false },
};

const show = () => renderScreen(<Applicants campaign={ownCampaignSample} />);

test('those who wait come first, with what one knows of them', async () => {
  answerCalls(answer(listApplications, [approved, waiting]));
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText(/Noor|Kim/)?.textContent)).toEqual([
    'Noor Haddad',
    'Kim Park',
  ]);
  expect(rows[0]?.textContent).toMatch(/Waiting for you.*Rating 5\.0/);
  expect(within(rows[1] ?? document.body).queryByRole('button')).toBeNull();
  expect(screen.getByText('1 of 3 places are taken.')).toBeTruthy();
});

test('approving takes one press and reads the list anew', async () => {
  const received = answerCalls(
    answer(listApplications, [waiting]),
    answer(decideApplication, { ...waiting, status: 'approved' }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Noor Haddad' }));
  expect(await screen.findByText('Applicant Approved')).toBeTruthy();
  const sent = received.find(({ endpoint }) => endpoint === decideApplication);
  expect(sent).toMatchObject({ params: { id: waiting.id }, body: { status: 'approved' } });
  expect(received.filter(({ endpoint }) => endpoint === listApplications)).toHaveLength(2);
});

test('rejecting asks first, and takes a reason along', async () => {
  const received = answerCalls(
    answer(listApplications, [waiting]),
    answer(decideApplication, { ...waiting, status: 'rejected', reason: 'Too far away' }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Noor Haddad' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject Noor Haddad' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Too far away');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject applicant' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideApplication)?.body).toEqual({
      status: 'rejected',
      reason: 'Too far away',
    }),
  );
});

test('the last place may be gone: it says so and shows what is true', async () => {
  const received = answerCalls(
    answer(listApplications, [waiting]),
    refuseCall(decideApplication, 'campaign/full'),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Noor Haddad' }));
  expect(await screen.findByText('Campaign Full')).toBeTruthy();
  await waitFor(() =>
    expect(received.filter(({ endpoint }) => endpoint === listApplications)).toHaveLength(2),
  );
});

test('without applicants it says what comes here', async () => {
  answerCalls(answer(listApplications, []));
  show();
  expect(await screen.findByText('No applicants yet')).toBeTruthy();
});
