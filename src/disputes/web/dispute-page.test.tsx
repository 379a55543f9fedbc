import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { invalidFields, renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { getProof } from '#proofs/contract.ts';
import { proofSample } from '#proofs/sample.ts';
import {
  acceptProposal,
  answerDispute,
  decideDispute,
  type Dispute,
  escalateDispute,
  getDispute,
} from '../contract.ts';
import { disputeSample } from '../sample.ts';
import { DisputePage } from './dispute-page.tsx';

const nothing = { answer: false, propose: false, accept: false, escalate: false, decide: false };

function renderDispute(changes: Partial<Dispute>, userType: 'marketer' | 'admin' = 'admin') {
  const dispute = { ...disputeSample, ...changes };
  const received = stubNetwork(
    stubCall(getCurrentUser, testUser({ userType })),
    stubCall(getDispute, dispute),
    stubCall(getProof, { ...proofSample, status: 'rejected', reviewNotes: 'Too short' }),
    stubCall(getCampaign, campaignSample),
    stubCall(acceptProposal, dispute),
    stubCall(answerDispute, dispute),
    stubCall(escalateDispute, dispute),
    stubCall(decideDispute, dispute),
  );
  renderScreen(<DisputePage id={dispute.id} />);
  return received;
}

test('accepts the amount that the other side proposed', async () => {
  const received = renderDispute({ status: 'proposed', can: { ...nothing, accept: true, escalate: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Accept $25.00' }));
  expect(await screen.findByText('Settled')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === acceptProposal)?.body).toEqual({ award: '25.00' });
});

test('asks an administrator, also after the last proposal', async () => {
  const received = renderDispute({ status: 'proposed', can: { ...nothing, escalate: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask an administrator' }));
  expect(received.some(({ endpoint }) => endpoint === escalateDispute)).toBe(true);
});

test('leads a side to the conversation about the work', async () => {
  renderDispute({ can: nothing }, 'marketer');
  const link = await screen.findByRole('link', { name: 'Message' });
  expect(link.getAttribute('href')).toBe(`/messages/${disputeSample.applicationId}`);
});

test('sends an answer with a part as proposal, but no part above the pay', async () => {
  const received = renderDispute({ status: 'open', can: { ...nothing, answer: true } });
  await userEvent.click(await screen.findByRole('radio', { name: /Pay a part/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /How do you see it/ }), 'Half was done.');
  const amount = screen.getByRole('textbox', { name: /The marketer gets/ });
  await userEvent.type(amount, '40');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(invalidFields()).toEqual(['The marketer gets']);
  expect(received.some(({ endpoint }) => endpoint === answerDispute)).toBe(false);
  await userEvent.clear(amount);
  await userEvent.type(amount, '12.5');
  // $40.00 - $12.50, and $6.00 - floor($6.00 × 12.50 / 40.00)
  expect(screen.getByText(/^\$31\.63 goes back/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Answer sent')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === answerDispute)?.body).toEqual({
    text: 'Half was done.',
    files: [],
    award: '12.50',
  });
});

test.each([
  ['marketer', /Pay in full/, { status: 'upheld' }],
  ['marketer', /Pay nothing/, { status: 'rejected' }],
  ['advertiser', /Pay in full/, { status: 'rejected' }],
  ['advertiser', /Pay nothing/, { status: 'upheld' }],
] as const)('an admin decides the dispute of a %s: %s', async (side, choice, decision) => {
  const received = renderDispute({ side, can: { ...nothing, decide: true } });
  await userEvent.click(await screen.findByRole('radio', { name: choice }));
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'I looked.');
  await userEvent.click(screen.getByRole('button', { name: /^Decide/ }));
  expect(await screen.findByText('Dispute decided')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideDispute)?.body).toEqual({
    ...decision,
    note: 'I looked.',
  });
});
