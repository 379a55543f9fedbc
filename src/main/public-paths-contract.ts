/** In a file of its own, so that the sign-in page does not load what the landing page says. */
import { msg } from '#kernel/text.ts';

/** Pages that are files. The landing page has the empty path. */
export const prerenderedPaths = [
  '',
  'terms',
  'privacy',
  'help',
  'help/marketers',
  'help/advertisers',
  'demo',
] as const;

export const appPages = {
  'demo-marketer': {
    title: msg('Marketer demo'),
    description: msg('The marketer’s dashboard on sample data: applications, tracking, proofs and pay.'),
  },
  'demo-advertiser': {
    title: msg('Advertiser demo'),
    description: msg('The advertiser’s dashboard on sample data: live map, campaigns, proofs and spending.'),
  },
  'auth/signin': {
    title: msg('Sign in'),
    description: msg(
      'Sign in or sign up with your email, as a marketer or an advertiser. No password needed.',
    ),
  },
  'tracking-demo': {
    title: msg('Live tracking demo'),
    description: msg('See a simulated walk as the marketer and the advertiser, without signing in.'),
  },
} as const;
