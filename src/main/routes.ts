import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/**
 * A page's file exports the component as default, its access rules as `handle` and its title as `meta` (see
 * platform/web/page.ts). It is in its domain's `web` folder, or in pages/ if it needs domains that do not
 * know each other.
 */
export default [
  index('pages/home.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('demo', 'public/demo-pages.tsx'),

  // Outside the app's frame.
  route('demo-marketer', 'pages/demo-marketer.tsx'),
  route('demo-advertiser', 'pages/demo-advertiser.tsx'),
  route('tracking-demo', 'public/tracking-demo/tracking-demo-page.tsx'),
  route('shared-report', 'pages/shared-report.tsx'),
  route('auth/signin', 'pages/sign-in.tsx'),
  route('auth/email-confirmation', 'pages/email-confirmation.tsx'),

  layout('frame/app-frame.tsx', [
    // Prerendered. For signed-in users, the server sends the app here too.
    route('help', 'pages/help.tsx'),
    route('help/marketers', 'pages/help-marketers.tsx'),
    route('help/advertisers', 'pages/help-advertisers.tsx'),
    layout('frame/page-boundary.tsx', [
      route('user-type-selection', 'pages/user-type-selection.tsx'),
      route('change-user-type', '../auth/web/account/change-type-page.tsx'),
      route('advertiser', '../campaigns/web/dashboard/advertiser-page.tsx'),
      route('create-campaign', '../campaigns/web/form/create-campaign-page.tsx'),
      route('campaigns/:id', '../campaigns/web/page/campaign-page.tsx'),
      route('proof-review', '../proofs/web/review/proof-review-page.tsx'),
      route('proofs/:id/tip', '../proofs/web/tips/tip-page.tsx'),
      route('disputes/:id', '../disputes/web/dispute-page.tsx'),
      route('team', '../teams/web/team-page.tsx'),
      route('team/invitation', '../teams/web/invitation-page.tsx'),
      route('campaign/:id/payment', '../campaigns/web/payment/campaign-payment-page.tsx'),
      route('payment-history', '../campaigns/web/history/payment-history-page.tsx'),
      route('marketer', 'pages/marketer.tsx'),
      route('applications', 'pages/applications.tsx'),
      route('marketplace', '../applications/web/marketplace/marketplace-page.tsx'),
      route('marketers', 'pages/marketers.tsx'),
      route('messages/:id?', '../messages/web/messages-page.tsx'),
      route('payments', '../payments/web/payments-page.tsx'),
      route('payments/year', '../payments/web/year/year-page.tsx'),
      route('kyc', '../kyc/web/kyc-page.tsx'),
      route('profile', '../profiles/web/profile-page.tsx'),
      route('notifications', '../notifications/web/notifications-page.tsx'),
      route('settings', 'pages/settings.tsx'),
      route('admin', '../admin/web/admin-page.tsx'),
      route('map-test', '../platform/web/maps/test-page/map-test-page.tsx'),
      route('*', 'frame/gates/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
