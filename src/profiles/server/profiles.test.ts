import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { CONSENT_VERSION, updateCompliance } from '../contract.ts';
import { saveProfile, setName } from '../form-contract.ts';
import { profileFormSample } from '../sample.ts';
import { formatOutlineName } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const save = (client: Client, changes: Partial<typeof profileFormSample> = {}) =>
  client.call(saveProfile, { body: { ...profileFormSample, ...changes } });
const readUser = async (client: Client) => (await client.call(getCurrentUser)).body;

describe('the profile', () => {
  it('saves the form and returns the role for the next screen', async () => {
    const client = await app.signIn('marketer');
    const saved = await save(client);
    expect(saved.body).toEqual({ message: 'Your profile is saved.', userType: 'marketer' });
    expect(await readUser(client)).toMatchObject({ ...profileFormSample, email: client.email });
    await save(client, { gender: undefined, clothingSize: undefined });
    expect(await readUser(client)).toMatchObject({ gender: null, clothingSize: null });
  });

  it('sets the name alone and keeps everything else', async () => {
    const client = await app.signIn('marketer');
    await save(client);
    const name = { firstName: 'Ana', lastName: 'Pereira' };
    expect((await client.call(setName, { body: name })).status).toBe(200);
    expect(await readUser(client)).toMatchObject({ ...profileFormSample, ...name });
    // Businesses see the last initial, so it must be a letter.
    const refused = await client.call(setName, { body: { ...name, lastName: '...' } });
    expect([refused.status, refused.error.fields]).toEqual([400, { lastName: 'Last name is required' }]);
  });

  it.each([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['phoneNumber', 'Phone number is required'],
    ['dateOfBirth', 'Date of birth is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['zipCode', 'ZIP code is required'],
    ['country', 'Country is required'],
    ['address', 'Address is required'],
  ])('requires %s', async (name, text) => {
    const client = await app.signIn('marketer');
    for (const value of ['', '   ', undefined]) {
      const answer = await client.request('PUT', '/api/profile', { ...profileFormSample, [name]: value });
      expect([answer.status, answer.error.fields]).toEqual([400, { [name]: text }]);
    }
  });

  it.each([
    ['email', 'maya', 'Invalid email address'],
    ['paypalEmail', 'maya@', 'Valid PayPal email required'],
    ['businessEmail', 'x', 'Valid business email required'],
    ['businessWebsite', 'javascript:alert(1)', 'Valid website URL required'],
    ['dateOfBirth', '1996-02-30', 'Enter the date as YYYY-MM-DD'],
    ['dateOfBirth', '0000-01-01', 'Please check the year'],
    ['phoneNumber', 'abc', 'Enter a phone number with area code'],
    ['phoneNumber', '555 010', 'Enter a phone number with area code'],
    ['phoneNumber', '123456789012345678901234567890', 'Enter a phone number with area code'],
    ['phoneNumber', '415 555 0100 call me', 'Enter a phone number with area code'],
    ['zipCode', 'ABC', 'Enter a 5-digit ZIP code'],
    ['zipCode', '94105-12', 'Enter a 5-digit ZIP code'],
  ])('refuses %s %s', async (name, value, text) => {
    const client = await app.signIn('marketer');
    const answer = await client.request('PUT', '/api/profile', { ...profileFormSample, [name]: value });
    expect([answer.status, answer.error.fields]).toEqual([400, { [name]: text }]);
  });

  it.each([
    ['gender', 'robot'],
    ['clothingSize', 'xxxl'],
    ['businessType', 'mining'],
    ['latitude', 'north'],
    ['longitude', '12'],
  ])('refuses a %s outside its list or range: %s', async (name, value) => {
    const client = await app.signIn('marketer');
    const position = { latitude: 37.77, longitude: -122.42 };
    const form = { ...profileFormSample, ...position, [name]: value };
    const answer = await client.request('PUT', '/api/profile', form);
    expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [name]]);
  });

  it('reports a wrong ZIP code together with other errors', async () => {
    const client = await app.signIn('marketer');
    const form = { ...profileFormSample, firstName: '', country: 'US', zipCode: 'ABC' };
    const { error } = await client.request('PUT', '/api/profile', form);
    expect(error.fields).toEqual({
      firstName: 'First name is required',
      zipCode: 'Enter a 5-digit ZIP code',
    });
  });

  it.each([
    { phoneNumber: '(415) 555-0100', zipCode: '94105-1234', country: 'US' },
    { phoneNumber: '+49.30.1234567', zipCode: '10115', country: 'DE' },
    { phoneNumber: '555 0100', zipCode: 'SW1A 1AA', country: 'GB' },
  ])('accepts $phoneNumber and $zipCode in $country', async (contact) => {
    const client = await app.signIn('marketer');
    expect((await save(client, contact)).status).toBe(200);
    expect(await readUser(client)).toMatchObject(contact);
  });

  it('requires an age of 18', async () => {
    const client = await app.signIn('marketer');
    const refused = await save(client, { dateOfBirth: '2008-11-03' });
    expect([refused.status, refused.error.code, refused.error.fields]).toEqual([
      422,
      'profile/under-age',
      { dateOfBirth: 'You must be 18 or older' },
    ]);
    expect((await readUser(client)).firstName).toBeNull();
    expect((await save(client, { dateOfBirth: '2008-11-02' })).status).toBe(200);
  });

  it('ignores flags and the sign-in email in the form', async () => {
    const client = await app.signIn('marketer');
    await client.request('PUT', '/api/profile', {
      ...profileFormSample,
      email: 'other@promenade.test',
      userType: 'admin',
      kycStatus: 'approved',
      isVerified: true,
      ageVerified: true,
      emailVerified: true,
      totalEarnings: '1000000.00',
    });
    expect(await readUser(client)).toMatchObject({
      email: client.email,
      userType: 'marketer',
      kycStatus: 'incomplete',
      isVerified: false,
      ageVerified: false,
      totalEarnings: '0.00',
    });
  });
});

it.each([
  ['Lindqvist', 'Maya L.'],
  ['’t Hooft', 'Maya T.'],
  ['7', 'Maya'],
  [null, 'Maya'],
])('the initial is the first letter of the last name %s', (lastName, outlineName) => {
  expect(formatOutlineName({ firstName: 'Maya', lastName })).toBe(outlineName);
});

describe('consents', () => {
  const readConsents = async (client: Client) => {
    const { rows } = await app.database.asOwner(
      'select kind, is_given, text_version, user_agent from consent where account_id = $1 order by at, kind',
      [client.userId],
    );
    return rows;
  };

  it('are stored with the version of the text, given or withdrawn, and never changed', async () => {
    const client = await app.signIn('marketer');
    await client.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    for (const locationConsent of [true, false]) {
      app.clock.advance(MINUTE);
      await client.request(
        'POST',
        '/api/user/compliance',
        { locationConsent },
        { headers: { 'user-agent': 'x'.repeat(900) } },
      );
    }
    expect((await readConsents(client)).map(({ kind, is_given: isGiven }) => [kind, isGiven])).toEqual([
      ['age', true],
      ['privacy', true],
      ['terms', true],
      ['location', true],
      ['location', false],
    ]);
    for (const row of await readConsents(client)) expect(row.text_version).toBe(CONSENT_VERSION);
    expect((await readConsents(client))[4].user_agent).toHaveLength(300);
    expect(await readUser(client)).toMatchObject({
      ageVerified: true,
      termsAccepted: true,
      privacyAccepted: true,
      locationConsent: false,
    });
    await expect(app.database.pool.query('delete from consent')).rejects.toThrow('permission denied');
  });

  it.each([
    [{}],
    [{ ageVerified: false, termsAccepted: true, privacyAccepted: true }],
    [{ ageVerified: true, termsAccepted: true }],
    [{ ageVerified: 'true', termsAccepted: true, privacyAccepted: true }],
    [{ locationConsent: 'yes' }],
    [{ locationConsent: null }],
    [{ locationConsent: true, kycStatus: 'approved' }],
  ])('are refused in another form: %o', async (body) => {
    const client = await app.signIn('marketer');
    const answer = await client.request('POST', '/api/user/compliance', body);
    expect([answer.status, answer.error.code]).toEqual([400, 'request/invalid']);
    expect(await readConsents(client)).toEqual([]);
  });

  it('of age are refused if the date of birth says otherwise', async () => {
    const client = await app.signIn('marketer');
    await save(client);
    await app.database.asOwner(`update profile set date_of_birth = '2010-01-01' where account_id = $1`, [
      client.userId,
    ]);
    const answer = await client.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    expect([answer.status, answer.error.code]).toEqual([422, 'profile/under-age']);
    expect(await readConsents(client)).toEqual([]);
  });
});
