import { msg } from '#kernel/text.ts';

export const landing = {
  title: msg('Promenade: get paid to wear it, get seen where it counts'),
  description: msg(
    'Promenade brings brands and people together: wear branded clothing at a chosen place and time, or post for a brand, and be paid as soon as your proof is approved.',
  ),

  hero: {
    heading: msg('Get paid to wear it. Get seen where it counts.'),
    text: msg(
      'Brands fund campaigns for a place and a time. You wear the shirt or post the reel, and you are paid as soon as your proof is approved.',
    ),
    points: [
      msg('From $50 for 30 minutes'),
      msg('Held in escrow before you start'),
      msg('Only your approximate location is shared'),
    ],
  },

  /** Decorative cards of the illustration. They repeat the claims below. */
  artwork: {
    campaign: {
      title: msg('Wearable campaign'),
      place: msg('Your street, 30 minutes'),
      pay: msg('from $50'),
    },
    session: { title: msg('Session'), detail: msg('Approximate location only'), duration: msg('30 min') },
    proof: { title: msg('Proof approved'), pay: '+$50', detail: msg('Paid out from escrow') },
  },

  howItWorks: [
    {
      icon: 'shield',
      title: msg('Sign up and verify'),
      text: msg('Add a photo, confirm that you are 18 or older, and complete verification.'),
    },
    {
      icon: 'pin',
      title: msg('Find campaigns'),
      text: msg(
        'Browse by pay rate, platform and follower requirements, then apply to the ones that suit you.',
      ),
    },
    {
      icon: 'wallet',
      title: msg('Earn money'),
      text: msg(
        'Wear it or post it, and send your proof. Once it is approved, the money usually arrives within minutes.',
      ),
    },
  ],

  statistics: [
    { figure: '15K+', label: msg('marketers') },
    { figure: '500+', label: msg('brand partners') },
    { figure: '$2.5M+', label: msg('paid') },
    { figure: '50+', label: msg('cities') },
  ],

  marketers: {
    heading: msg('Earn money in your city.'),
    text: msg('Earn $50 to $150 per wearable campaign, or $5 to $10,000 with a social media campaign.'),
    points: [
      msg('Marketers earn an average of $50 per hour'),
      msg('From $50 for 30 minutes, with many campaigns paying $100+ per hour'),
      msg('The money is in escrow before you start'),
      msg('Instant payment after your proof is approved'),
      msg('Advertisers see your approximate location only, and only while you work'),
    ],
    examples: [
      { pay: '$50', label: msg('30 minutes') },
      { pay: '$100+', label: msg('per hour, many campaigns') },
      { pay: '$150', label: msg('top wearable campaign') },
    ],
  },

  advertisers: {
    heading: msg('Follow every campaign live.'),
    text: msg(
      'Choose a place, a radius and a time, fund the campaign once, and follow it until the last proof is approved.',
    ),
    points: [
      {
        icon: 'live',
        title: msg('Live tracking'),
        text: msg('Approximate positions while marketers work, and whether they are in your area.'),
      },
      {
        icon: 'camera',
        title: msg('Proof you can check'),
        text: msg('You review photos, videos and the recorded time in your area.'),
      },
      {
        icon: 'lock',
        title: msg('Escrow'),
        text: msg('You pay only for work that you approve. We refund the pay for unfilled places.'),
      },
      { icon: 'chart', title: msg('Reports'), text: msg('Analytics and reports on every campaign you run.') },
    ],
  },

  social: {
    heading: msg('Post on your own channels.'),
    text: msg(
      'Influencers earn $5 to $10,000 per social campaign, by platform, content type and follower tier.',
    ),
    platforms: [
      { icon: 'instagram', name: 'Instagram', formats: msg('Posts, stories and reels') },
      { icon: 'tiktok', name: 'TikTok', formats: msg('Videos') },
      { icon: 'x', name: 'X', formats: msg('Posts and videos') },
      { icon: 'youtube', name: 'YouTube', formats: msg('Videos') },
    ],
  },

  product: {
    heading: msg('See what you get.'),
    text: msg('These are the real screens, with sample data. Open them and look around without an account.'),
    screens: [
      {
        name: 'advertiser',
        title: msg('Advertisers follow the work'),
        text: msg('A live map, your campaigns, what waits for you and what you spent.'),
        alt: msg(
          'The advertiser’s dashboard: figures, campaigns with their progress, and a map of marketers at work',
        ),
        href: '/demo-advertiser',
        link: msg('Open the advertiser demo'),
        width: 1280,
        height: 900,
      },
      {
        name: 'marketer',
        title: msg('Marketers know what’s next'),
        text: msg('Places, tracking, proofs and pay, made for a phone.'),
        alt: msg('The marketer’s dashboard on a phone: the next gig, earnings and active campaigns'),
        href: '/demo-marketer',
        link: msg('Open the marketer demo'),
        width: 390,
        height: 780,
      },
    ],
  },

  pricing: {
    heading: msg('One fee, paid by the advertiser.'),
    free: msg(
      'Signing up, applying and working cost marketers nothing. The pay that a campaign shows is what they get.',
    ),
    back: msg('You get back the pay for unfilled places when the campaign ends, with its share of the fee.'),
  },

  questions: { heading: msg('Questions and answers') },

  contact: {
    heading: msg('Do you have questions?'),
    text: msg('Write to us before you start, and we will answer.'),
    start: {
      heading: msg('Start when you like.'),
      text: msg('The demo shows both sides, and an account is free.'),
    },
  },

  notice: msg('Must be 18+ to use this platform. Location consent required for participation.'),
} as const;
