import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { filledProfile } from '#profiles/web/test-profile.ts';
import { getKycStatus, type KycStatus, emptyKycStatus, submitKyc } from '../contract.ts';
import KycPage from './kyc-page.tsx';
import { waitingKyc } from './test-kyc.ts';

const adult = testUser({
  ageVerified: true,
  termsAccepted: true,
  privacyAccepted: true,
  ...filledProfile,
});
const answers = (user: CurrentUser, status: KycStatus = emptyKycStatus) => [
  stubCall(getPublicConfig, testPublicConfig()),
  stubCall(getCurrentUser, user),
  stubCall(getKycStatus, { ...status, usualReviewHours: 30 }),
];
const passport = new File(['%PDF-1.7'], 'passport.pdf', { type: 'application/pdf' });
const bill = new File([new Uint8Array(2048)], 'bill.png', { type: 'image/png' });
const submitButton = { name: 'Submit for review' };

async function choose(option: string, label: string) {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

it('shows the form only after the user has verified their age', async () => {
  stubNetwork(...answers(testUser()));
  renderScreen(<KycPage />);
  await screen.findByText('Verify your age first');
  expect(screen.queryByRole('button', submitButton)).toBeNull();
  const received = stubNetwork(...answers(adult), stubCall(updateCompliance, { message: 'Saved.' }));
  await userEvent.click(screen.getByRole('button', { name: 'Verify age' }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const box of dialog.getAllByRole('checkbox')) await userEvent.click(box);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await screen.findByRole('button', submitButton);
  expect(received.find(({ endpoint }) => endpoint === updateCompliance)?.body).toEqual({
    ageVerified: true,
    termsAccepted: true,
    privacyAccepted: true,
  });
});

it('shows all missing fields before it sends anything', async () => {
  const received = stubNetwork(...answers({ ...adult, firstName: null }));
  renderScreen(<KycPage />);
  await userEvent.click(await screen.findByRole('button', submitButton));
  expect(invalidFields()).toEqual(['First name', 'ID type', 'ID number', 'Tax ID']);
  expect(screen.getAllByText(/./, { selector: 'p[role=alert]' })).toHaveLength(2);
  expect(received.some(({ endpoint }) => endpoint === submitKyc)).toBe(false);
});

it('shows what the profile knows instead of asking again, until the user changes it', async () => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  const about = within(await screen.findByRole('region', { name: 'About you' }));
  expect(about.getByText('May 17, 1994')).toBeTruthy();
  expect(about.queryByRole('textbox')).toBeNull();
  await userEvent.click(about.getByRole('button', { name: 'Change' }));
  expect(about.getByLabelText(/First name/)).toHaveProperty('value', 'Ada');
  expect(document.activeElement).toBe(about.getByLabelText(/First name/));
});

it('says how long a review usually takes', async () => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  expect(await screen.findByText(/30 hours/)).toBeTruthy();
});

it('shows the amount above which a tax ID is required', async () => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  expect(await screen.findAllByText('Required for payments over $600/year')).not.toHaveLength(0);
  const requirements = screen.getByRole('heading', { name: 'Legal requirements' }).closest('section');
  expect(requirements?.textContent).toMatch(/\$600 per year.*kept for 7 years/);
});

it('shows the state of age, location consent and identity check', async () => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  for (const name of ['Age verification', 'Location consent', 'Identity check'])
    expect(await screen.findByRole('heading', { name })).toBeTruthy();
});

it('shows a general error if the response has no text', async () => {
  stubNetwork(...answers(adult), stubFailure(submitKyc));
  renderScreen(<KycPage />);
  await pasteInto(await screen.findByLabelText(/ID number/), 'X1234821');
  await userEvent.type(screen.getByLabelText(/^Tax ID/), '123-45-6789');
  await choose('Passport', 'ID type');
  await userEvent.upload(screen.getByLabelText('ID document'), passport);
  await userEvent.upload(screen.getByLabelText('Proof of address'), bill);
  await userEvent.click(screen.getByRole('button', submitButton));
  await screen.findByText('Failed to update KYC information.');
});

it('submits the fields and files', async () => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  await pasteInto(await screen.findByLabelText(/ID number/), 'X1234821');
  await userEvent.type(screen.getByLabelText(/^Tax ID/), '123-45-6789');
  await choose('Passport', 'ID type');
  await userEvent.upload(screen.getByLabelText('ID document'), passport);
  await userEvent.upload(screen.getByLabelText('Proof of address'), bill);
  expect(screen.getByText('bill.png')).toBeTruthy();
  expect(screen.getByText('2 KB')).toBeTruthy();
  const sent = stubNetwork(
    ...answers({ ...adult, kycStatus: 'pending' }, waitingKyc),
    stubCall(submitKyc, { message: 'Your information was submitted for review.' }),
  );
  await userEvent.click(screen.getByRole('button', submitButton));
  await screen.findByText('KYC Updated');
  expect(await screen.findAllByText('Pending Review')).not.toHaveLength(0);
  expect(screen.queryByRole('button', submitButton)).toBeNull();
  expect(sent.find(({ endpoint }) => endpoint === submitKyc)?.body).toMatchObject({
    firstName: 'Ada',
    country: 'US',
    idType: 'passport',
    governmentId: 'X1234821',
    taxId: '123-45-6789',
    kycStatus: 'pending',
    idDocument: expect.objectContaining({ name: 'passport.pdf' }),
    proofOfAddress: expect.objectContaining({ name: 'bill.png' }),
  });
});

it('rejects other file types, and asks an advertiser for business data', async () => {
  stubNetwork(...answers({ ...adult, userType: 'advertiser' }));
  renderScreen(<KycPage />);
  await screen.findByLabelText('Business license');
  const script = new File(['alert(1)'], 'run.js', { type: 'text/javascript' });
  await userEvent.upload(screen.getByLabelText('ID document'), script, { applyAccept: false });
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', submitButton));
  expect(invalidFields()).toEqual([
    'ID type',
    'ID number',
    'Tax ID',
    'Business name',
    'Business type',
    'Business address',
    'Business tax ID',
    'Business description',
  ]);
  expect(screen.getAllByText(/./, { selector: 'p[role=alert]' })).toHaveLength(2);
});

it.each([
  ['an empty file', new File([], 'id.jpg', { type: 'image/jpeg' }), 'This file is empty.'],
  [
    'a text with another ending',
    new File(['x'], 'id.docx', { type: 'image/jpeg' }),
    'This kind of file is not accepted. Accepted: PNG, JPG, WebP or PDF up to 10MB.',
  ],
  [
    'what no browser knows',
    new File(['x'], 'id'),
    'This kind of file is not accepted. Accepted: PNG, JPG, WebP or PDF up to 10MB.',
  ],
  [
    'what is too large',
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'id.png', { type: 'image/png' }),
    'This file is too large. Accepted: PNG, JPG, WebP or PDF up to 10MB.',
  ],
])('rejects %s as soon as it is chosen, and accepts another file', async (_, file, text) => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  const field = await screen.findByLabelText('ID document');
  await userEvent.upload(field, file, { applyAccept: false });
  await screen.findByText(text);
  expect(screen.queryByText(file.name)).toBeNull();
  await userEvent.upload(field, passport);
  expect(screen.getByText('passport.pdf')).toBeTruthy();
  expect(screen.queryByText(text)).toBeNull();
});

it('focuses the document field if only the document is missing', async () => {
  stubNetwork(...answers(adult));
  renderScreen(<KycPage />);
  await pasteInto(await screen.findByLabelText(/ID number/), 'X1234821');
  await userEvent.type(screen.getByLabelText(/^Tax ID/), '123-45-6789');
  await choose('Passport', 'ID type');
  await userEvent.click(screen.getByRole('button', submitButton));
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Choose a file' })[0]);
});

it('stays on the page if the user closes the age dialog', async () => {
  stubNetwork(...answers(testUser()));
  renderScreen(<KycPage />, { at: '/kyc' });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify age' }));
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('Verify your age first')).toBeTruthy();
});

it('keeps the input and marks the file that the server rejects', async () => {
  stubNetwork(
    ...answers(adult),
    stubRefusal(submitKyc, 'upload/wrong-type', { idDocument: 'This file is neither an image nor a PDF.' }),
  );
  renderScreen(<KycPage />);
  await pasteInto(await screen.findByLabelText(/ID number/), 'X1234821');
  await userEvent.type(screen.getByLabelText(/^Tax ID/), '123-45-6789');
  await choose('Passport', 'ID type');
  await userEvent.upload(screen.getByLabelText('ID document'), passport);
  await userEvent.upload(screen.getByLabelText('Proof of address'), bill);
  await userEvent.click(screen.getByRole('button', submitButton));
  await screen.findByText('This file is neither an image nor a PDF.');
  expect(screen.getByText(refusalText('upload/wrong-type'))).toBeTruthy();
  expect(screen.getByLabelText(/ID number/)).toHaveProperty('value', 'X1234821');
});

it('shows the rejection reason and masked numbers, and allows a resubmission', async () => {
  const rejected = {
    ...waitingKyc,
    kycStatus: 'rejected',
    rejectionReason: 'The photo is blurred.',
  } as const;
  stubNetwork(...answers({ ...adult, kycStatus: 'rejected' }, rejected));
  renderScreen(<KycPage />);
  await screen.findByText(/The photo is blurred\./);
  expect(screen.getByText(/Last submitted: ••••4821/)).toBeTruthy();
  expect(screen.getByLabelText(/First name/)).toHaveProperty('value', 'Ada');
  expect(screen.getByRole('combobox', { name: 'ID type' })).toHaveProperty('value', 'Passport');
  expect(screen.getByLabelText(/ID number/)).toHaveProperty('value', '');
  expect(screen.getByRole('button', submitButton)).toBeTruthy();
});

it('shows the submitted numbers masked while they are reviewed', async () => {
  stubNetwork(...answers({ ...adult, kycStatus: 'pending' }, waitingKyc));
  renderScreen(<KycPage />);
  await screen.findByText('••••6789');
  expect(screen.getByText('May 17, 1994')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: /opens in a new tab/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/api/kyc/documents/idDocument',
    '/api/kyc/documents/proofOfAddress',
  ]);
});
