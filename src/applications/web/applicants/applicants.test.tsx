import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, pasteInto, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { listSavedMarketers, saveMarketer } from '#profiles/marketers-contract.ts';
import {
  type Application,
  decideApplication,
  decideApplications,
  listApplications,
  undoDecisions,
} from '../../contract.ts';
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

const noDecision = { ...applicationSample.can, approve: false, reject: false };
const third: Application = {
  ...waiting,
  id: '7a1de1f0-0000-4000-8000-000000000003',
  marketerName: 'Ines Roca',
};
const names = (rows: readonly HTMLElement[]) =>
  rows.map((row) => within(row).getByText(/Noor|Kim|In[eé]s/).textContent);

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

test('opens an applicant with every fact, and saves those who are in the marketer list', async () => {
  const marketerListingId = '4a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c41';
  const listed = {
    ...waiting,
    marketerListingId,
    note: 'I live next door',
    marketerPlatforms: [{ platform: 'instagram' as const, followers: 12_000 }],
  };
  const received = stubNetwork(
    stubCall(listApplications, [approved, listed]),
    stubCall(listSavedMarketers, []),
    stubCall(saveMarketer, { message: 'Saved' }),
  );
  show();
  await userEvent.click(await screen.findByRole('link', { name: 'Noor Haddad' }));
  const panel = within(await screen.findByRole('dialog'));
  for (const text of ['I live next door', '83%', '5 of 6 gigs', '4.8', '12,000', 'Identity checked'])
    expect(panel.getByText(text)).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Save Noor Haddad' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === saveMarketer)).toMatchObject({
      params: { id: marketerListingId },
      query: { businessId: ownCampaignSample.businessId },
    }),
  );
  await userEvent.click(panel.getByRole('button', { name: 'Next applicant' }));
  expect(await panel.findByText('Kim Park')).toBeTruthy();
  expect(panel.queryByRole('button', { name: /^Save/ })).toBeNull();
  await userEvent.click(panel.getByRole('button', { name: 'Close applicant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a link opens an applicant, who can be decided there', async () => {
  const received = stubNetwork(
    stubCall(listApplications, [waiting]),
    stubCall(decideApplication, { ...waiting, status: 'approved' }),
  );
  renderScreen(<Applicants campaign={ownCampaignSample} />, { at: `/campaigns/1?applicant=${waiting.id}` });
  const panel = within(await screen.findByRole('dialog'));
  await userEvent.click(panel.getByRole('button', { name: 'Approve Noor Haddad' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideApplication)?.params).toEqual({
      id: waiting.id,
    }),
  );
});

test('invents no figure for a marketer without finished gigs', async () => {
  const newcomer = {
    ...waiting,
    marketerRatingCount: 0,
    marketerFinishedWork: 0,
    marketerPunctuality: { gigs: 0, onTime: 0 },
  };
  stubNetwork(stubCall(listApplications, [newcomer]));
  renderScreen(<Applicants campaign={ownCampaignSample} />, { at: `/campaigns/1?applicant=${waiting.id}` });
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.getByText('No finished gigs yet')).toBeTruthy();
  expect(panel.queryByText(/%/)).toBeNull();
});

test('sorts within the undecided, and finds by name', async () => {
  const rising = { ...waiting, id: third.id, marketerName: 'Inés Roca', marketerFinishedWork: 30 };
  stubNetwork(stubCall(listApplications, [approved, waiting, rising]));
  renderScreen(<Applicants campaign={ownCampaignSample} />, { at: '/campaigns/1?sort=finished' });
  const list = async () => names(await screen.findAllByRole('listitem'));
  expect(await list()).toEqual(['Inés Roca', 'Noor Haddad', 'Kim Park']);
  await pasteInto(screen.getByRole('searchbox', { name: 'Search by name' }), 'INES');
  await waitFor(async () => expect(await list()).toEqual(['Inés Roca']));
});

test('numbers applicants with the same name in the order in which they applied', async () => {
  const unnamed = { ...waiting, marketerName: 'New member' };
  const later = {
    ...unnamed,
    id: '7a1de1f0-0000-4000-8000-000000000009',
    appliedAt: new Date(Date.parse(waiting.appliedAt) + 60_000).toISOString(),
  };
  const fresh: Application = { ...approved, ...later, status: 'approved', undoLeftMs: 10_000 };
  let listed: Application = later;
  const received = stubNetwork(
    stubCall(listApplications, () => [listed, unnamed, approved]),
    stubCall(decideApplication, () => (listed = fresh)),
  );
  show();
  expect(await screen.findByRole('button', { name: 'Reject New member' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select New member 2' })).toBeTruthy();
  expect(screen.getByText('New member 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Approve New member 2' }));
  expect(await screen.findByText(/New member 2/, { selector: 'output *' })).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideApplication)?.params).toEqual({ id: later.id });
});

test('approves with one click, and undoes it', async () => {
  const fresh: Application = { ...approved, id: waiting.id, marketerName: 'Noor Haddad', undoLeftMs: 10_000 };
  let listed = waiting;
  const received = stubNetwork(
    stubCall(listApplications, () => [listed]),
    stubCall(decideApplication, () => (listed = fresh)),
    stubCall(undoDecisions, () => {
      listed = waiting;
      return { results: [{ application: waiting, refusal: null }] };
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Noor Haddad' }));
  expect(await screen.findByText(/Noor Haddad/, { selector: 'output *' })).toBeTruthy();
  const sent = received.find(({ endpoint }) => endpoint === decideApplication);
  expect(sent).toMatchObject({ params: { id: waiting.id }, body: { status: 'approved', canUndo: true } });
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByRole('button', { name: 'Approve Noor Haddad' })).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === undoDecisions)?.body).toEqual({ ids: [waiting.id] });
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

function OpenedAgain() {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Open again
      </button>
      <Applicants key={count} campaign={ownCampaignSample} />
    </>
  );
}

test('offers to undo for ten seconds', async () => {
  const clock = createManualClock(new Date('2026-11-21T10:00:00Z'));
  const fresh: Application = { ...approved, id: waiting.id, undoLeftMs: 10_000 };
  let listed: Application = waiting;
  stubNetwork(
    stubCall(listApplications, () => [listed]),
    stubCall(decideApplication, () => (listed = fresh)),
  );
  renderScreen(<OpenedAgain />, { clock });
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Noor Haddad' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  act(() => clock.advance(9000));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
  expect(screen.getByRole('button', { name: /^Undo the decision/ })).toBeTruthy();
  act(() => clock.advance(1000));
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
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
      canUndo: true,
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
  expect(await screen.findByText('1 approved, 1 failed')).toBeTruthy();
  expect(screen.getByText('Ines Roca', { selector: 'b' }).closest('li')?.textContent).toBe(
    'Ines Roca: All places are taken.',
  );
  expect(received.find(({ endpoint }) => endpoint === decideApplications)?.body).toEqual({
    ids: [waiting.id, third.id],
    status: 'approved',
    canUndo: true,
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
  const rejected = (one: Application): Application => ({
    ...one,
    status: 'rejected',
    can: noDecision,
    undoLeftMs: 10_000,
  });
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
  expect(await screen.findByText(/^2 applicants/, { selector: 'output *' })).toBeTruthy();
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
  expect(screen.queryByRole('radio', { name: /^Rejected/ })).toBeNull();
  await pasteInto(screen.getByRole('searchbox', { name: 'Search by name' }), 'Noor');
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
