/** What the public pages must say. They are static, so one look at each is enough. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, test } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { AdvertiserDemo } from '../demo/advertiser-demo.tsx';
import { DemoPage } from '../demo/demo-page.tsx';
import { MarketerDemo } from '../demo/marketer-demo.tsx';
import PrivacyPage from '../pages/privacy.tsx';
import TermsPage from '../pages/terms.tsx';
import DemoChooser from './demo-pages.tsx';
import { LandingPage } from './landing/landing-page.tsx';

const findHrefs = (name: string | RegExp) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

beforeEach(() => void stubNetwork(stubCall(getPublicConfig, testPublicConfig())));

it('the landing page makes the claims of the specification, and shows its figures and notice', () => {
  renderScreen(<LandingPage />);
  const page = document.body.textContent;
  for (const claim of [
    'Earn $50 to $150 per wearable campaign',
    'From $50 for 30 minutes',
    'many campaigns paying $100+ per hour',
    '$5 to $10,000',
    'Instant payment after your proof is approved',
    'an average of $50 per hour',
    'approximate location only',
    'Must be 18+ to use this platform. Location consent required for participation.',
  ])
    expect(page).toContain(claim);
  for (const [label, figure] of [
    ['marketers', '15K+'],
    ['brand partners', '500+'],
    ['paid', '$2.5M+'],
    ['cities', '50+'],
  ] as const)
    expect(screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent).toBe(figure);
});

it('the landing page has its sections, anchors and links', () => {
  renderScreen(<LandingPage />);
  for (const anchor of ['how-it-works', 'features', 'contact']) {
    expect(document.getElementById(anchor)).not.toBeNull();
    expect(document.querySelector(`a[href="/#${anchor}"]`)).not.toBeNull();
  }
  const steps = within(document.getElementById('how-it-works') as HTMLElement);
  expect(steps.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Sign up and verify',
    'Find campaigns',
    'Earn money',
  ]);
  for (const section of ['For Marketers', 'For Advertisers', 'Social Media Campaigns'])
    expect(screen.getByText(section)).toBeTruthy();
  for (const name of ['Instagram', 'TikTok', 'X', 'YouTube'])
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  expect(new Set(findHrefs(/^(?:Sign In|Get Started)$/))).toEqual(new Set(['/auth/signin']));
  expect(findHrefs('Try Demo - No Sign In Required')).toEqual(['/demo']);
  expect(findHrefs('Terms of Service')).toEqual(['/terms']);
  expect(findHrefs('Privacy Policy')).toEqual(['/privacy']);
});

test.each([
  [
    'terms',
    <TermsPage key="terms" />,
    [
      /^Acceptance/,
      /service is/,
      /responsibilities/,
      /contractors/,
      /^Prohibited/,
      /^Payment/,
      /liability/,
      /^Intellectual/,
      /^Termination/,
      /^Governing law/,
      /^Changes/,
      /^Contact/,
    ],
  ],
  [
    'privacy policy',
    <PrivacyPage key="privacy" />,
    [
      /collect/,
      /use it/,
      /^Location .*consent/,
      /receives/,
      /^Security/,
      /keep it/,
      /rights/,
      /^International transfers/,
      /^Age restriction \(18\+\)/,
      /^Cookies/,
      /^Changes/,
      /^Contact/,
    ],
  ],
])('the %s has twelve sections and leads back home', (_, page, sections) => {
  renderScreen(page);
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(sections.map((section) => expect.stringMatching(section)));
  expect(findHrefs('Back to Home')).toContain('/');
});

it('the sections of the privacy policy scroll, and it says that data is never sold', () => {
  renderScreen(<PrivacyPage />);
  const area = screen.getByRole('region', { name: 'Privacy Policy, all sections' });
  expect(area.tabIndex).toBe(0);
  expect(area.textContent).toMatch(/never sell|not sell|never sold/);
});

it('the privacy policy names a contact also in the app, and without the config', async () => {
  stubNetwork(stubCall(getPublicConfig, testPublicConfig({ contactEmail: 'ask@example.com' })));
  const { unmount } = renderScreen(<PrivacyPage />);
  const findSection = () => screen.getByRole('heading', { level: 2, name: 'Contact' }).parentElement;
  expect(
    await within(findSection() ?? document.body).findByRole('link', { name: 'ask@example.com' }),
  ).toBeTruthy();
  unmount();
  stubNetwork(stubRefusal(getPublicConfig, 'server/busy'));
  renderScreen(<PrivacyPage />);
  expect(findSection()?.textContent).toContain('to the operator of this site');
});

/** By the file that stores it, in the words of the policy. */
const stored: Record<string, RegExp> = {
  '/src/applications/web/kept-note.ts': /the note of an application that you have not sent yet/,
  '/src/auth/web/return-path.ts': /the page from which you last went to sign in/,
  '/src/campaigns/web/form/unsaved/unsaved-form-key.ts': /an unsaved campaign form/,
  '/src/campaigns/web/form/unsaved/unsaved-form-storage.ts': /an unsaved campaign form/,
  '/src/main/frame/palette/forget-recent-choices.ts': /last opened from the search/,
  '/src/main/frame/palette/recent-choices.ts': /last opened from the search/,
  '/src/messages/web/kept-text.ts': /a message that you have not sent yet/,
  '/src/notifications/web/browser-push.ts': /which account switched on push notifications/,
  '/src/proofs/web/camera/use-capture-permit.ts': /permission to take the photos of a campaign/,
  '/src/proofs/web/draft/draft-database.ts': /a proof that you have not sent yet/,
  '/src/tracking/web/positions/waiting-fixes-database.ts': /session positions that have not reached us yet/,
  '/src/tracking/web/tracker/device-id.ts': /a random number for this device/,
  '/src/tracking/web/tracker/remembered-session.ts': /the tracking session you started/,
};

it('the privacy policy names everything that is stored only in the browser', () => {
  const sources = import.meta.glob<string>(
    [
      '/src/**/*.{ts,tsx}',
      '!/src/**/*.test.*',
      '!/src/**/server/**',
      '!/src/*/web/test-*',
      // Each caller names its storage area.
      '!/src/platform/web/browser-storage.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  );
  const files = Object.keys(sources).filter((file) =>
    /\b(?:localStorage|sessionStorage)\b|\bopenDB</.test(sources[file] ?? ''),
  );
  // The choice of light or dark mode is stored by the component library.
  expect(files.toSorted()).toEqual(Object.keys(stored).toSorted());
  const { textContent } = renderScreen(<PrivacyPage />).container;
  for (const words of Object.values(stored)) expect(textContent).toMatch(words);
});

it('the terms name contractors, the intermediary and the fee', () => {
  renderScreen(<TermsPage />);
  const text = document.body.textContent;
  for (const words of ['intermediary', 'independent contractors', '10 to 15 percent', '18 or older'])
    expect(text).toContain(words);
});

it('the demo chooser leads to both demos', () => {
  renderScreen(<DemoChooser />);
  expect(findHrefs('See the marketer demo')).toEqual(['/demo-marketer']);
  expect(findHrefs('See the advertiser demo')).toEqual(['/demo-advertiser']);
});

test.each([
  ['marketer', <MarketerDemo key="marketer" />],
  ['advertiser', <AdvertiserDemo key="advertiser" />],
])('the demo for a %s labels its figures as samples, and leads to the sign-in', async (_, demo) => {
  renderScreen(<DemoPage>{demo}</DemoPage>);
  expect(screen.getByText('Demo')).toBeTruthy();
  expect(screen.getByText('This is sample data.')).toBeTruthy();
  for (const name of ['Sign In', 'Sign up']) expect(findHrefs(name)).toContain('/auth/signin');
  // The samples arrive before the test ends.
  expect((await screen.findAllByText(/^Active Campaigns$/)).length).toBeGreaterThan(0);
});
