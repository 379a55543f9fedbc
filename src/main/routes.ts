import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/**
 * All client routes. Route modules in pages/ are thin: they export a domain's page as default, its access
 * rules as `handle` (see frame/page-handle.ts) and its title as `meta`.
 */
export default [
  // Prerendered without scripts. For signed-in users, the server sends the app at '/', which redirects home.
  index('pages/home.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('demo', 'pages/demo.tsx'),
  route('demo-marketer', 'pages/demo-marketer.tsx'),
  route('demo-advertiser', 'pages/demo-advertiser.tsx'),

  // Outside the app's frame.
  route('tracking-demo', 'pages/tracking-demo.tsx'),
  route('auth/signin', 'pages/sign-in.tsx'),
  route('auth/email-confirmation', 'pages/email-confirmation.tsx'),

  // Inside the app's frame.
  layout('frame/app-frame.tsx', [
    layout('frame/page-boundary.tsx', [
      route('user-type-selection', 'pages/user-type-selection.tsx'),
      route('change-user-type', 'pages/change-user-type.tsx'),
      route('advertiser', 'pages/advertiser.tsx'),
      route('create-campaign', 'pages/create-campaign.tsx'),
      route('campaigns/:id', 'pages/campaign.tsx'),
      route('proof-review', 'pages/proof-review.tsx'),
      route('team', 'pages/team.tsx'),
      route('team/invitation', 'pages/team-invitation.tsx'),
      route('campaign/:id/payment', 'pages/campaign-payment.tsx'),
      route('marketer', 'pages/marketer.tsx'),
      route('applications', 'pages/applications.tsx'),
      route('marketplace', 'pages/marketplace.tsx'),
      route('marketers', 'pages/marketers.tsx'),
      route('payments', 'pages/payments.tsx'),
      route('kyc', 'pages/kyc.tsx'),
      route('profile', 'pages/profile.tsx'),
      route('settings', 'pages/settings.tsx'),
      route('admin', 'pages/admin.tsx'),
      route('map-test', 'pages/map-test.tsx'),
      route('*', 'pages/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
