import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  stubPages,
  findEmptyState,
  invalidFields,
  pasteInto,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { type Application, decideApplication, listApplications } from '../../contract.ts';
import { applicationSample, strikeSample } from '../../sample.ts';
import { appealStrike, listOwnStrikes, type Strike } from '../../strike-contract.ts';
import { OwnApplicationsPage } from './own-applications-page.tsx';
import { noWork, type Work } from './work-labels.ts';

const clock = createManualClock(new Date('2026-12-01T10:00:00.000Z'));
const none = { ...applicationSample.can, approve: false, reject: false };
const getOwn = (index: number, changes: Partial<Application> = {}): Application => ({
  ...applicationSample,
  id: `0b9e6f52-5c0f-4c0b-8a1e-${String(index).padStart(12, '0')}`,
  campaign: { ...applicationSample.campaign, title: `Campaign ${index}` },
  can: none,
  ...changes,
});
const noStrikes = stubCall(listOwnStrikes, { strikes: [], pausedUntil: null });
const nothingSent = { data: () => noWork, error: null, refetch: () => undefined };
const show = (at = '/applications', work: Parameters<typeof OwnApplicationsPage>[0]['work'] = nothingSent) =>
  renderScreen(<OwnApplicationsPage work={work} />, { at, clock });
const titles = () =>
  screen.getAllByRole('heading', { level: 2, name: /^Campaign/ }).map((one) => one.textContent);

function answerLater(...answers: Parameters<typeof stubNetwork>): () => void {
  stubNetwork(...answers);
  const answered = window.fetch;
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => told.then(() => answered(...call)));
  return tell;
}

test('shows each application with its state and next step, those to confirm first', async () => {
  stubNetwork(
    noStrikes,
    stubCall(listApplications, [
      getOwn(1, { benchPosition: 1 }),
      getOwn(2, { status: 'rejected', reason: 'Too far away' }),
      getOwn(3, {
        status: 'approved',
        confirmationDueAt: '2026-12-01T12:00:00.000Z',
        can: { ...none, confirm: true, withdraw: true },
      }),
    ]),
  );
  show();
  await screen.findByRole('list', { name: 'Applications' });
  expect(titles()).toEqual(['Campaign 3', 'Campaign 1', 'Campaign 2']);
  const [asked, benched, rejected] = screen.getAllByRole('listitem');
  expect(asked?.textContent).toMatch(/Please confirm.*2 h 0 min/);
  expect(benched?.textContent).toMatch(/On the waitlist/);
  expect(rejected?.textContent).toMatch(/Not chosen.*“Too far away”/);
});

test.each([
  ['/applications', 'group', 'Your application to Campaign 1'],
  ['/applications?show=waiting', 'region', 'Waiting'],
])('%s: after withdrawing, focus stays where the button was', async (at, role, name) => {
  let status: Application['status'] = 'pending';
  const own = () => getOwn(1, { status, can: { ...none, withdraw: status === 'pending' } });
  const received = stubNetwork(
    noStrikes,
    stubCall(listApplications, () => [own()]),
    stubCall(decideApplication, () => {
      status = 'withdrawn';
      return own();
    }),
  );
  show(at);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw from Campaign 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your application?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Application withdrawn')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
  expect(received.find(({ endpoint }) => endpoint === decideApplication)?.body).toEqual({
    status: 'withdrawn',
  });
});

test.each([
  ['rejected', { status: 'rejected' }],
  ['taken back', { status: 'withdrawn', hasExpired: true }],
  ['withdrawn elsewhere', { status: 'withdrawn' }],
  ['begun', { status: 'approved' }],
  ['over', { campaign: { ...applicationSample.campaign, title: 'Campaign 1', status: 'completed' } }],
] as const)(
  'says that it is too late to withdraw if the application was %s in the meantime',
  async (_, changes) => {
    const possible = getOwn(1, { can: { ...none, withdraw: true } });
    stubNetwork(noStrikes, stubCall(listApplications, [possible]));
    show();
    const withdraw = await screen.findByRole('button', { name: 'Withdraw from Campaign 1' });
    const tell = answerLater(noStrikes, stubCall(listApplications, [getOwn(1, changes)]));
    await userEvent.click(withdraw);
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your application?' }));
    dialog.getByRole('button', { name: 'Withdraw' }).focus();
    tell();
    expect((await dialog.findByRole('alert')).textContent).not.toBe('');
    expect(dialog.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('OK');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const acts = screen.getByRole('group', { name: 'Your application to Campaign 1' });
    await waitFor(() => expect(document.activeElement).toBe(acts));
    expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
  },
);

test('keeps the row while its dialog is open, even if it leaves the view', async () => {
  stubNetwork(noStrikes, stubCall(listApplications, [getOwn(1, { can: { ...none, withdraw: true } })]));
  show('/applications?show=waiting');
  const withdraw = await screen.findByRole('button', { name: 'Withdraw from Campaign 1' });
  const tell = answerLater(noStrikes, stubCall(listApplications, [getOwn(1, { status: 'rejected' })]));
  await userEvent.click(withdraw);
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your application?' }));
  tell();
  await dialog.findByRole('alert');
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  await findEmptyState();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Waiting' })));
});

test('shows a count per view, and keeps the view in the URL', async () => {
  stubNetwork(
    noStrikes,
    stubCall(listApplications, [
      getOwn(1),
      getOwn(2, { status: 'approved' }),
      getOwn(3, { status: 'withdrawn' }),
    ]),
  );
  show('/applications?show=approved');
  await screen.findByRole('list', { name: 'Applications' });
  expect(titles()).toEqual(['Campaign 2']);
  await userEvent.click(screen.getByRole('radio', { name: 'Not chosen or withdrawn (1)' }));
  expect(titles()).toEqual(['Campaign 3']);
});

test('separates past work with its result and without a calendar link', async () => {
  const past = { ...applicationSample.campaign, startTime: '2026-11-25T17:00:00.000Z' };
  const of = (index: number, campaign: Application['campaign'] = past) =>
    getOwn(index, {
      campaignId: `6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c${index}`,
      status: 'approved',
      campaign: { ...campaign, title: `Campaign ${index}` },
      can: { ...none, addToCalendar: true },
    });
  const paid = of(11);
  const getWork = (campaignId: string): Work =>
    campaignId === paid.campaignId
      ? {
          proof: { status: 'approved', strength: 'ordinary', reviewDueAt: '2026-11-28T17:00:00.000Z' },
          maySendProof: true,
          payment: 'completed',
        }
      : noWork;
  stubNetwork(noStrikes, stubCall(listApplications, [paid, of(12), of(13, applicationSample.campaign)]));
  show('/applications', { ...nothingSent, data: getWork });
  await screen.findByRole('list', { name: 'Applications' });
  const [first, second, third] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/Paid/);
  expect(second?.textContent).toMatch(/No proof sent/);
  expect(third?.textContent).toMatch(/Approved/);
  expect(screen.getAllByRole('link', { name: /calendar/ }).map((one) => one.ariaLabel)).toEqual([
    'Add to calendar: Campaign 13',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Done (2)' }));
  expect(titles()).toEqual(['Campaign 11', 'Campaign 12']);
  await userEvent.click(screen.getByRole('radio', { name: 'Approved (1)' }));
  expect(titles()).toEqual(['Campaign 13']);
});

test('an empty view links back to all', async () => {
  stubNetwork(noStrikes, stubCall(listApplications, [getOwn(1)]));
  show('/applications?show=approved');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(titles()).toEqual(['Campaign 1']);
});

test('pages long lists', async () => {
  const many = Array.from({ length: 45 }, (_, index) => getOwn(index + 1));
  stubNetwork(noStrikes, stubCall(listApplications, many));
  show();
  await screen.findByRole('list', { name: 'Applications' });
  expect(titles()).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(titles()).toHaveLength(45);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('loads all pages of the server and counts them together', async () => {
  stubNetwork(
    noStrikes,
    stubPages(listApplications, [[getOwn(1), getOwn(2)], [getOwn(3, { status: 'withdrawn' })]]),
  );
  show();
  await screen.findByRole('list', { name: 'Applications' });
  expect(titles()).toEqual(['Campaign 1', 'Campaign 2', 'Campaign 3']);
  expect(screen.getByRole('radio', { name: 'All (3)' })).toBeTruthy();
});

test('links to the marketplace if empty, and retries after an error', async () => {
  stubNetwork(noStrikes, stubRefusal(listApplications, 'server/busy'));
  show();
  await screen.findByRole('alert');
  stubNetwork(noStrikes, stubCall(listApplications, []));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('link', { name: 'Find a campaign' })).getAttribute('href')).toBe(
    '/marketplace',
  );
});

const strikes = (...changes: Partial<Strike>[]) =>
  changes.map((change, index) => ({
    ...strikeSample,
    id: `5c8d1f3a-7e42-4b19-9c60-${String(index).padStart(12, '0')}`,
    ...change,
  }));

test('scrolls to the strikes once the applications above are loaded', async () => {
  const seen: string[] = [];
  const lead = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(`${this.id} below ${titles().length}`);
  });
  stubNetwork(noStrikes, stubCall(listApplications, [getOwn(1), getOwn(2)]));
  show('/applications#strikes');
  await screen.findByRole('list', { name: 'Applications' });
  await waitFor(() => expect(seen).toEqual(['strikes below 2']));
  lead.mockRestore();
});

test('strikes show what happened, how long they count, and what they mean now', async () => {
  const closed = { appeal: false, decide: false };
  stubNetwork(
    stubCall(listApplications, []),
    stubCall(listOwnStrikes, {
      pausedUntil: '2026-12-08T09:00:00.000Z',
      strikes: strikes(
        { kind: 'no-show' },
        { status: 'appealed', appealText: 'The train stood still.', can: closed },
        { status: 'upheld', decisionReason: 'Trains ran that day.', can: closed },
        { status: 'lifted', isCounted: false, can: closed },
        { isCounted: false, can: closed },
      ),
    }),
  );
  show();
  expect(await screen.findByText(/^3 active strikes/)).toBeTruthy();
  expect(screen.getByText(/Dec 8/)).toBeTruthy();
  const rows = within(screen.getByRole('list', { name: 'Strikes' })).getAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/Mar 1, 2027.*Appeal/);
  expect(rows[1]?.textContent).toMatch(/Under appeal.*“The train stood still.”/);
  expect(rows[2]?.textContent).toMatch(/Upheld.*“Trains ran that day.”/);
  expect(rows[3]?.textContent).toMatch(/Lifted/);
  expect(rows[4]?.textContent).toMatch(/Expired/);
  expect(screen.getAllByRole('button', { name: /^Appeal/ })).toHaveLength(1);
});

test('an appeal requires a text, is sent once, and stays open if refused', async () => {
  stubNetwork(
    stubCall(listApplications, []),
    stubCall(listOwnStrikes, { pausedUntil: null, strikes: [strikeSample] }),
    stubRefusal(appealStrike, 'strike/appeal-too-late'),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Appeal/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appeal this strike' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send appeal' }));
  expect(invalidFields()).toHaveLength(1);
  await pasteInto(dialog.getByRole('textbox'), 'I was ill.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send appeal' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(dialog.getByRole('textbox')).toHaveProperty('value', 'I was ill.');

  const appealed: Strike = {
    ...strikeSample,
    status: 'appealed',
    appealText: 'I was ill.',
    can: { appeal: false, decide: false },
  };
  const received = stubNetwork(
    stubCall(appealStrike, appealed),
    stubCall(listOwnStrikes, { pausedUntil: null, strikes: [appealed] }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText('Under appeal')).toBeTruthy();
  expect(received[0]).toMatchObject({ params: { id: strikeSample.id }, body: { text: 'I was ill.' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
