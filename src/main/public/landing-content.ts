/**
 * The claims and figures of the landing page, apart from the price and the questions: public-contract.ts computes these
 * from the settings and the contracts. The claims are marketing statements:
 * the operator edits this file to match their marketplace.
 */
export const landing = {
  title: 'Promenade: get paid to wear it, get seen where it counts',
  description:
    'Promenade brings brands and people together: wear branded clothing at a chosen place and time, or post for a brand, and be paid as soon as your proof is approved.',

  hero: {
    heading: 'Get paid to wear it. Get seen where it counts.',
    text: 'Brands fund campaigns for a place and a time. You wear the shirt or post the reel, and you are paid as soon as your proof is approved.',
    points: [
      'From $50 for 30 minutes',
      'Held in escrow before you start',
      'Only your approximate location is shared',
    ],
  },

  /** Decorative cards of the illustration. They repeat the claims below. */
  artwork: {
    campaign: { title: 'Wearable campaign', place: 'Your street, 30 minutes', pay: 'from $50' },
    session: { title: 'Session', detail: 'Approximate location only', duration: '30 min' },
    proof: { title: 'Proof approved', pay: '+$50', detail: 'Paid out from escrow' },
  },

  howItWorks: [
    {
      icon: 'shield',
      title: 'Sign up and verify',
      text: 'Add a photo, confirm that you are 18 or older, and complete verification.',
    },
    {
      icon: 'pin',
      title: 'Find campaigns',
      text: 'Browse by pay rate, platform and follower requirements, then apply to the ones that suit you.',
    },
    {
      icon: 'wallet',
      title: 'Earn money',
      text: 'Wear it or post it, send your proof, and payment follows instantly once the proof is approved.',
    },
  ],

  statistics: [
    { figure: '15K+', label: 'marketers' },
    { figure: '500+', label: 'brand partners' },
    { figure: '$2.5M+', label: 'paid' },
    { figure: '50+', label: 'cities' },
  ],

  marketers: {
    heading: 'Earn money in your city.',
    text: 'Earn $50 to $150 per wearable campaign, or $5 to $10,000 with a social media campaign.',
    points: [
      'Marketers earn an average of $50 per hour',
      'From $50 for 30 minutes, with many campaigns paying $100+ per hour',
      'The money is in escrow before you start',
      'Instant payment after your proof is approved',
      'Advertisers see your approximate location only, and only while you work',
    ],
    examples: [
      { pay: '$50', label: '30 minutes' },
      { pay: '$100+', label: 'per hour, many campaigns' },
      { pay: '$150', label: 'top wearable campaign' },
    ],
  },

  advertisers: {
    heading: 'Follow every campaign live.',
    text: 'Choose a place, a radius and a time, fund the campaign once, and follow it until the last proof is approved.',
    points: [
      {
        icon: 'live',
        title: 'Live tracking',
        text: 'Approximate positions while marketers work, and whether they are in your zone.',
      },
      {
        icon: 'camera',
        title: 'Proof you can check',
        text: 'You review photos, videos and the recorded time in your zone.',
      },
      {
        icon: 'lock',
        title: 'Escrow',
        text: 'You pay only for work that you approve. We refund the pay for unfilled places.',
      },
      { icon: 'chart', title: 'Reports', text: 'Analytics and reports on every campaign you run.' },
    ],
  },

  social: {
    heading: 'Post on your own channels.',
    text: 'Influencers earn $5 to $10,000 per social campaign, by platform, content type and follower tier.',
    platforms: [
      { icon: 'instagram', name: 'Instagram', formats: 'Posts, stories and reels' },
      { icon: 'tiktok', name: 'TikTok', formats: 'Videos' },
      { icon: 'x', name: 'X', formats: 'Posts and videos' },
      { icon: 'youtube', name: 'YouTube', formats: 'Videos' },
    ],
  },

  product: {
    heading: 'See what you get.',
    text: 'These are the real screens, with sample data. Open them and look around without an account.',
    screens: [
      {
        name: 'advertiser',
        title: 'Advertisers follow the work',
        text: 'A live map, your campaigns, what waits for you and what you spent.',
        alt: 'The advertiser’s dashboard: figures, campaigns with their progress, and a map of marketers at work',
        href: '/demo-advertiser',
        link: 'Open the advertiser demo',
        width: 1280,
        height: 900,
      },
      {
        name: 'marketer',
        title: 'Marketers know what’s next',
        text: 'Places, tracking, proofs and pay, made for a phone.',
        alt: 'The marketer’s dashboard on a phone: the next gig, earnings and active campaigns',
        href: '/demo-marketer',
        link: 'Open the marketer demo',
        width: 390,
        height: 780,
      },
    ],
  },

  pricing: {
    heading: 'One fee, paid by the advertiser.',
    free: 'Signing up, applying and working cost marketers nothing. The pay that a campaign shows is what they get.',
    back: 'You get back the pay for unfilled places when the campaign ends, with its share of the fee.',
  },

  questions: { heading: 'Questions and answers' },

  contact: {
    heading: 'Do you have questions?',
    text: 'Write to us before you start, and we will answer.',
    /** Shown if the operator has set no address. */
    start: { heading: 'Start when you like.', text: 'The demo shows both sides, and an account is free.' },
  },

  notice: 'Must be 18+ to use this platform. Location consent required for participation.',
} as const;
