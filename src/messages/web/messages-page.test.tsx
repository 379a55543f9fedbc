import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  findEmptyState,
  pasteInto,
  type ReceivedCall,
  renderScreen,
  stubCall,
  stubNetwork,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
import { stubEventSource } from '#platform/web/test-event-source.ts';
import { stubUploads } from '#uploads/web/test-uploads.ts';
import {
  countUnreadMessages,
  getThread,
  listThreads,
  markThreadRead,
  MAX_TEXT_LENGTH,
  type Message,
  sendMessage,
  streamMessages,
  type Thread,
  type ThreadSummary,
} from '../contract.ts';
import { reportThread } from '../report-contract.ts';
import { messageSample } from '../sample.ts';
import { ThreadView } from './thread-view.tsx';
import MessagesPage from './messages-page.tsx';

const id = '1c9b7a5e-2f3d-4e60-8b1a-5c4d3e2f1a04';
const now = new Date('2026-12-04T15:00:00');
const clock = createManualClock(now);
const head = {
  applicationId: id,
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  applicationStatus: 'approved',
  otherName: 'Maya Lindqvist',
  otherImage: null,
} as const;
const entry: Message = {
  ...messageSample,
  id: '0b5b1f4e-9c1d-4a54-8f38-2d2f4e1a7c00',
  sequence: 1,
  kind: 'approved',
  side: null,
  authorName: null,
  text: '',
  files: [],
  createdAt: new Date('2026-12-03T10:00:00').toISOString(),
};
const received: Message = { ...messageSample, createdAt: new Date('2026-12-04T09:00:00').toISOString() };
const thread: Thread = {
  ...head,
  messages: [entry, received],
  hasEarlier: false,
  can: { write: true, report: true },
  readOnly: null,
  isReported: false,
};
const summary: ThreadSummary = {
  ...head,
  lastMessage: {
    kind: 'text',
    side: 'marketer',
    isOwn: false,
    text: 'Hello',
    createdAt: received.createdAt,
    fileCount: 0,
  },
  lastAt: received.createdAt,
  unread: 2,
};
const accept = ({ body }: ReceivedCall): Message => {
  const { id: messageId, text } = body as { id: string; text: string };
  return { ...received, id: messageId, text, files: [], sequence: 3, side: 'advertiser', isOwn: true };
};
const quiet = [
  stubCall(getCurrentUser, testUser({ userType: 'advertiser' })),
  stubCall(markThreadRead, { unread: 0 }),
  stubCall(countUnreadMessages, { unread: 0 }),
  stubCall(listThreads, [summary]),
];

beforeEach(() => window.sessionStorage.clear());

const openThread = (accountId = testUser().id) =>
  renderScreen(<ThreadView id={id} accountId={accountId} back="/messages" isMarketer={false} />, { clock });
const field = () => screen.findByRole('textbox', { name: 'Message to Maya Lindqvist' });
const sent = (calls: readonly ReceivedCall[]) => calls.filter(({ endpoint }) => endpoint === sendMessage);

describe('the list', () => {
  it('shows the other side, the last message and what is unread, and searches', async () => {
    stubEventSource();
    const calls = stubNetwork(
      ...quiet,
      stubCall(listThreads, ({ query }) => (query['search'] ? [] : [summary])),
    );
    renderScreen(<MessagesPage />, { at: '/messages', clock });
    const link = await screen.findByRole('link', { name: /Maya Lindqvist/ });
    expect(link.textContent).toMatch(/Cold brew on Market Street.*Hello.*2 unread/);
    expect(link.getAttribute('href')).toBe(`/messages/${id}`);
    await pasteInto(screen.getByRole('searchbox'), 'nothing');
    clock.advance(300);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('link', { name: /Maya Lindqvist/ })).toBeTruthy();
    expect(calls.some(({ query }) => query['search'] === 'nothing')).toBe(true);
  });

  it('says so if it is empty, and retries after a failure', async () => {
    stubEventSource();
    stubNetwork(...quiet, stubRefusal(listThreads, 'server/busy'));
    renderScreen(<MessagesPage />, { at: '/messages', clock });
    await screen.findByRole('alert');
    stubNetwork(...quiet, stubCall(listThreads, []));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findEmptyState();
  });

  it('follows the stream, and polls while it is down', async () => {
    const streams = stubEventSource();
    const calls = stubNetwork(...quiet);
    renderScreen(<MessagesPage />, { at: '/messages', clock });
    await screen.findByRole('link', { name: /Maya Lindqvist/ });
    const loads = () => calls.filter(({ endpoint }) => endpoint === listThreads).length;
    const before = loads();
    await streams.send(streamMessages, 'changed', { applicationId: id });
    await waitFor(() => expect(loads()).toBe(before + 1));
    await streams.fail();
    await waitFor(() => expect(loads()).toBe(before + 2));
    expect(screen.getByText(/^Live updates are unavailable/)).toBeTruthy();
  });
});

describe('a conversation', () => {
  it('shows messages by day, files and what happened, and marks it as read', async () => {
    const calls = stubNetwork(...quiet, stubCall(getThread, thread));
    openThread();
    const yesterday = within(await screen.findByRole('region', { name: 'Yesterday' }));
    expect(yesterday.getByText('Application approved')).toBeTruthy();
    const today = within(screen.getByRole('region', { name: 'Today' }));
    expect(today.getByText(received.text)).toBeTruthy();
    expect(today.getByRole('img', { name: 'corner.jpg' })).toBeTruthy();
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === markThreadRead)?.body).toEqual({ sequence: 2 }),
    );
  });

  it('loads earlier messages', async () => {
    stubNetwork(
      ...quiet,
      stubCall(getThread, ({ query }) =>
        query['before'] === '2'
          ? { ...thread, messages: [entry] }
          : { ...thread, messages: [received], hasEarlier: true },
      ),
    );
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Load earlier messages' }));
    expect(await screen.findByText('Application approved')).toBeTruthy();
    expect(screen.getByText(received.text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load earlier messages' })).toBeNull();
  });

  it('sends with Enter, and starts a line with Shift+Enter', async () => {
    const calls = stubNetwork(...quiet, stubCall(getThread, thread), stubCall(sendMessage, accept));
    openThread();
    await userEvent.type(await field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    await waitFor(() => expect(sent(calls).map(({ body }) => body)).toMatchObject([{ text: 'one\ntwo' }]));
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
    expect(screen.getByText(/one\s+two/)).toBeTruthy();
    expect(await field()).toHaveProperty('value', '');
  });

  it('keeps a failed message and a draft over a reload, and retries with the same id', async () => {
    const first = stubNetwork(...quiet, stubCall(getThread, thread), stubRefusal(sendMessage, 'server/busy'));
    const { unmount } = openThread();
    await userEvent.type(await field(), 'Important{Enter}');
    await screen.findByRole('button', { name: 'Try again' });
    await pasteInto(await field(), 'A draft');
    unmount();
    const calls = stubNetwork(...quiet, stubCall(getThread, thread), stubCall(sendMessage, accept));
    openThread();
    expect(await field()).toHaveProperty('value', 'A draft');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(screen.getAllByText('Important')).toHaveLength(1);
    expect(sent(calls)[0]?.body).toEqual(sent(first)[0]?.body);
  });

  it('keeps texts for the user who wrote them, and not for the next one in the tab', async () => {
    stubNetwork(...quiet, stubCall(getThread, thread), stubRefusal(sendMessage, 'server/busy'));
    const first = openThread();
    await userEvent.type(await field(), 'Private{Enter}');
    await screen.findByRole('button', { name: 'Try again' });
    await pasteInto(await field(), 'A draft');
    first.unmount();
    const second = openThread('8d0f2c1a-3b4e-4f5a-9c6d-7e8f9a0b1c2d');
    expect(await field()).toHaveProperty('value', '');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    second.unmount();
    openThread();
    expect(await field()).toHaveProperty('value', 'A draft');
    expect(screen.getByText('Private')).toBeTruthy();
  });

  it('does not show a message twice whose answer was lost', async () => {
    const calls = stubNetwork(...quiet, stubCall(getThread, thread), stubRefusal(sendMessage, 'server/busy'));
    const { unmount } = openThread();
    await userEvent.type(await field(), 'Arrived{Enter}');
    await screen.findByRole('button', { name: 'Try again' });
    unmount();
    const arrived = accept(sent(calls)[0] as ReceivedCall);
    stubNetwork(...quiet, stubCall(getThread, { ...thread, messages: [entry, received, arrived] }));
    openThread();
    expect(await screen.findByText('Arrived')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('does not send a text that is too long, and keeps it', async () => {
    const calls = stubNetwork(...quiet, stubCall(getThread, thread));
    openThread();
    await pasteInto(await field(), 'x'.repeat(MAX_TEXT_LENGTH + 1));
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    await userEvent.type(await field(), '{Enter}');
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(sent(calls)).toEqual([]);
  });

  it('sends files once they are uploaded', async () => {
    const uploads = stubUploads();
    const calls = stubNetwork(...quiet, stubCall(getThread, thread), stubCall(sendMessage, accept));
    openThread();
    await field();
    await userEvent.upload(screen.getByLabelText('Files'), new File(['a'], 'a.png', { type: 'image/png' }));
    const send = screen.getByRole('button', { name: 'Send' });
    await waitFor(() => expect(send).toHaveProperty('disabled', false));
    expect(uploads.uploads.size).toBe(1);
    await userEvent.click(send);
    await waitFor(() =>
      expect(sent(calls)[0]?.body).toMatchObject({
        text: '',
        files: [{ uploadId: 'upload-1', name: 'a.png' }],
      }),
    );
    expect(screen.queryByRole('button', { name: 'Remove a.png' })).toBeNull();
  });

  it.each([
    ['closed', /closed/],
    ['viewer', /only the owner and managers/],
  ] as const)('has no field if it is %s', async (readOnly, text) => {
    stubNetwork(...quiet, stubCall(getThread, { ...thread, can: { write: false, report: false }, readOnly }));
    openThread();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is reported with a reason', async () => {
    const calls = stubNetwork(
      ...quiet,
      stubCall(getThread, thread),
      stubCall(reportThread, { message: 'Thanks.' }),
    );
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Report conversation' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
    expect(dialog.getByText('Choose a reason')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: 'Spam or a scam' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText('Conversation reported')).toBeTruthy();
    expect(calls.find(({ endpoint }) => endpoint === reportThread)?.body).toEqual({
      reason: 'spam',
      text: '',
    });
  });

  it('offers the list if it cannot be loaded', async () => {
    stubNetwork(...quiet, stubRefusal(getThread, 'application/not-found'));
    openThread();
    await screen.findByRole('alert');
    expect(screen.getByRole('link', { name: 'All conversations' })).toBeTruthy();
  });
});
