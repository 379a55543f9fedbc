import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { stubCall, stubNetwork, pasteInto, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { listSavedMarketers, saveMarketer } from '#profiles/marketers-contract.ts';
import { type Application, decideApplication, decideApplications, listApplications } from '../../contract.ts';
import { benchApplication } from '../../place-contract.ts';
import { applicationSample } from '../../sample.ts';
import { Applicants } from './applicants.tsx';

const waiting: Application = {
  ...applicationSample,
  id: '7a1de1f0-0000-4000-8000-000000000001',
  campaignId: ownCampaignSample.id,
  marketerName: 'Noor Haddad',
  status: 'pending',
  reason: null,
  can: { ...applicationSample.can, approve: true, reject: true },
};
const approved: Application = {
  ...waiting,
  id: '7a1de1f0-0000-4000-8000-000000000002',
  marketerName: 'Kim Park',
  status: 'approved',
  can: { ...applicationSample.can, approve: false, reject: false },
};

const show = () => renderScreen(<Applicants campaign={ownCampaignSample} />);

test('shows undecided applicants first, with their facts', async () => {
  stubNetwork(stubCall(listApplications, [approved, waiting]));
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText(/Noor|Kim/)?.textContent)).toEqual([
    'Noor Haddad',
    'Kim Park',
  ]);
  expect(rows[0]?.textContent).toMatch(/4\.8.*12 ratings.*7 finished/);
  expect(within(rows[1] ?? document.body).queryByRole('button')).toBeNull();
  expect(screen.getByText(/^1 of 3\b/)).toBeTruthy();
});

test('saves an applicant who is in the marketer list, and offers it for no other', async () => {
  const marketerListingId = '4a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c41';
  const received = stubNetwork(
    stubCall(listApplications, [approved, { ...waiting, marketerListingId }]),
    stubCall(listSavedMarketers, []),
    stubCall(saveMarketer, { message: 'Saved' }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Save Noor Haddad' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === saveMarketer)).toMatchObject({
      params: { id: marketerListingId },
      query: { businessId: ownCampaignSample.businessId },
    }),
  );
  expect(screen.queryByRole('button', { name: 'Save Kim Park' })).toBeNull();
});

test('numbers applicants with the same name in the order in which they applied', async () => {
  const unnamed = { ...waiting, marketerName: 'New member' };
  const later = {
    ...unnamed,
    id: '7a1de1f0-0000-4000-8000-000000000009',
    appliedAt: new Date(Date.parse(waiting.appliedAt) + 60_000).toISOString(),
  };
  const received = stubNetwork(
    stubCall(listApplications, [later, unnamed, approved]),
    stubCall(decideApplication, { ...later, status: 'approved' }),
  );
  show();
  expect(await screen.findByRole('button', { name: 'Reject New member' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select New member 2' })).toBeTruthy();
  expect(screen.getByText('New member 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Approve New member 2' }));
  expect(await screen.findByText(/New member 2/, { selector: '[role=status] *' })).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideApplication)?.params).toEqual({ id: later.id });
});

test('approves with one click and reloads the list', async () => {
  const received = stubNetwork(
    stubCall(listApplications, [waiting]),
    stubCall(decideApplication, { ...waiting, status: 'approved' }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Noor Haddad' }));
  expect(await screen.findByText('Applicant approved')).toBeTruthy();
  const sent = received.find(({ endpoint }) => endpoint === decideApplication);
  expect(sent).toMatchObject({ params: { id: waiting.id }, body: { status: 'approved' } });
  expect(received.filter(({ endpoint }) => endpoint === listApplications)).toHaveLength(2);
});

test('asks before rejecting, and sends the reason', async () => {
  const received = stubNetwork(
    stubCall(listApplications, [waiting]),
    stubCall(decideApplication, { ...waiting, status: 'rejected', reason: 'Too far away' }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Noor Haddad' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject Noor Haddad' });
  await pasteInto(within(dialog).getByLabelText('Reason'), 'Too far away');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject applicant' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideApplication)?.body).toEqual({
      status: 'rejected',
      reason: 'Too far away',
    }),
  );
});

test('shows the refusal and the current state if the last place is gone', async () => {
  const received = stubNetwork(
    stubCall(listApplications, [waiting]),
    stubRefusal(decideApplication, 'campaign/full'),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Noor Haddad' }));
  expect(await screen.findByText('Campaign Full')).toBeTruthy();
  await waitFor(() =>
    expect(received.filter(({ endpoint }) => endpoint === listApplications)).toHaveLength(2),
  );
});

const noDecision = { ...applicationSample.can, approve: false, reject: false };
const third: Application = {
  ...waiting,
  id: '7a1de1f0-0000-4000-8000-000000000003',
  marketerName: 'Ines Roca',
};
const names = (rows: readonly HTMLElement[]) =>
  rows.map((row) => within(row).getByText(/Noor|Kim|Ines/).textContent);

test('approves several in list order, and names those who were refused with the reason', async () => {
  const received = stubNetwork(
    stubCall(listApplications, [waiting, third, approved]),
    stubCall(decideApplications, {
      results: [
        { application: { ...waiting, status: 'approved' }, refusal: null },
        {
          application: null,
          refusal: { code: 'campaign/full', message: 'All places are taken.', state: null },
        },
      ],
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 applicants?' }));
  expect(dialog.getByText(/^2 places/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('1 approved, 1 failed')).toBeTruthy();
  expect(screen.getByText('Ines Roca', { selector: 'b' }).closest('li')?.textContent).toBe(
    'Ines Roca: All places are taken.',
  );
  expect(received.find(({ endpoint }) => endpoint === decideApplications)?.body).toEqual({
    ids: [waiting.id, third.id],
    status: 'approved',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('1 approved, 1 failed')).toBeNull();
});

test('says who gets a place if there are more selected than places', async () => {
  stubNetwork(stubCall(listApplications, [waiting, third]));
  renderScreen(<Applicants campaign={{ ...ownCampaignSample, marketersHired: 2 }} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve selected' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve 2 applicants?' });
  expect(dialog.textContent).toMatch(/1 place\b/);
});

test('rejects several with one reason', async () => {
  const rejected = (one: Application): Application => ({ ...one, status: 'rejected', can: noDecision });
  const received = stubNetwork(
    stubCall(listApplications, () =>
      received.some(({ endpoint }) => endpoint === decideApplications)
        ? [rejected(waiting), rejected(third)]
        : [waiting, third],
    ),
    stubCall(decideApplications, {
      results: [waiting, third].map((one) => ({ application: rejected(one), refusal: null })),
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Noor Haddad' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ines Roca' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reject selected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 applicants' }));
  await pasteInto(dialog.getByLabelText('Reason'), 'We need Spanish');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject applicants' }));
  expect(await screen.findByText('2 applicants were notified.')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideApplications)?.body).toMatchObject({
    status: 'rejected',
    reason: 'We need Spanish',
  });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a full campaign has a waitlist with its order, an explanation and a way off it', async () => {
  const benched = (one: Application, benchPosition: number): Application => ({
    ...one,
    benchPosition,
    can: { ...noDecision, reject: true, unbench: true },
  });
  const full: Application = { ...waiting, can: { ...noDecision, reject: true, bench: true } };
  const kim = benched({ ...approved, status: 'pending' }, 2);
  const received = stubNetwork(
    stubCall(listApplications, [kim, full, benched(third, 1)]),
    stubCall(benchApplication, benched(full, 3)),
  );
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(names(rows)).toEqual(['Noor Haddad', 'Ines Roca', 'Kim Park']);
  expect(rows[1]?.textContent).toContain('Waitlist #1');
  await userEvent.click(screen.getByRole('button', { name: 'Add Noor Haddad to the waitlist' }));
  expect(await screen.findByText(/Noor Haddad.*3/, { selector: '[role=status] *' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Kim Park from the waitlist' }));
  const sent = () => received.filter(({ endpoint }) => endpoint === benchApplication);
  await waitFor(() =>
    expect(sent().map(({ body }) => body)).toEqual([{ isOnBench: true }, { isOnBench: false }]),
  );
});

test('shows who confirmed, who has not, and until when', async () => {
  const asked = { ...approved, confirmationDueAt: '2026-12-01T01:00:00.000Z' };
  stubNetwork(
    stubCall(listApplications, [
      asked,
      { ...asked, id: third.id, marketerName: 'Ines Roca', confirmedAt: '2026-11-30T18:00:00.000Z' },
    ]),
  );
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(screen.getByText(/1 of 2 confirmed/)).toBeTruthy();
  expect(rows[0]?.textContent).toMatch(/Not confirmed yet/);
  expect(rows[1]?.textContent).toMatch(/Confirmed.*(Mon|Tue), /);
});

test('filters by state, and keeps the filter in the URL', async () => {
  stubNetwork(stubCall(listApplications, [waiting, approved]));
  renderScreen(<Applicants campaign={ownCampaignSample} />, {
    at: '/campaigns/1?tab=applicants&show=approved',
  });
  expect(names(await screen.findAllByRole('listitem'))).toEqual(['Kim Park']);
  await userEvent.click(screen.getByRole('radio', { name: 'Rejected (0)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show all applicants' }));
  expect(names(screen.getAllByRole('listitem'))).toEqual(['Noor Haddad', 'Kim Park']);
});

test('shows no actions to a viewer', async () => {
  stubNetwork(
    stubCall(listApplications, [
      { ...waiting, can: noDecision },
      { ...third, can: noDecision },
    ]),
  );
  show();
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('explains the empty list', async () => {
  stubNetwork(stubCall(listApplications, []));
  show();
  expect(await screen.findByText('No applicants yet')).toBeTruthy();
});
