interface NotificationKindFacts {
  /**
   * True if the text names another user. The ref must then be, or begin with, an id of that user that
   * account-service.ts looks for, so that the name can be removed when they delete their account.
   */
  namesUser: boolean;
}

const naming = { namesUser: true } as const;
const plain = { namesUser: false } as const;

export const notificationKinds = {
  'application.submitted': naming,
  'application.approved': plain,
  'application.rejected': plain,
  'application.withdrawn': naming,
  'application.benched': plain,
  'application.moved-up': naming,
  'application.confirmation-asked': plain,
  'application.confirmed': naming,
  'application.expired': naming,
  'kit.sent': plain,
  'strike.given': plain,
  'strike.appealed': naming,
  'strike.upheld': plain,
  'strike.lifted': plain,
  'saved-search.matched': plain,
  'saved-search.collected': plain,
  'campaign.funded': plain,
  'campaign.closed': plain,
  'campaign.completed': plain,
  'proof.submitted': naming,
  'proof.overdue': plain,
  'proof.approved': plain,
  'proof.rejected': plain,
  'dispute.opened': naming,
  'dispute.upheld': plain,
  'dispute.rejected': plain,
  'message.unread': plain,
  'message.reported': plain,
  'message.report-decided': plain,
  'message.viewed': plain,
  'rating.asked': plain,
  'rating.published': naming,
  'rating.replied': plain,
  'rating.hidden': plain,
  'payment.completed': plain,
  'payment.failed': plain,
  'payment.refund-completed': plain,
  'payment.refund-failed': plain,
  'chargeback.opened': plain,
  'chargeback.reported': naming,
  'chargeback.closed': plain,
  'chargeback.settled': naming,
  'campaign.payment-disputed': plain,
  'campaign.dispute-ended': plain,
  'shortfall.opened': plain,
  'shortfall.owed': plain,
  'shortfall.reported': plain,
  'shortfall.ended': plain,
  'shortfall.unpaid': plain,
  'shortfall.renounced': plain,
  'kyc.submitted': naming,
  'kyc.approved': plain,
  'kyc.rejected': plain,
  'verification.asked': plain,
  'social.submitted': plain,
  'social.approved': plain,
  'social.rejected': plain,
  'social.outdated': plain,
  'team.joined': naming,
  'team.welcome': naming,
  'team.role-changed': naming,
  'team.removed': naming,
  'team.left': naming,
  'team.ended': plain,
} as const satisfies Record<string, NotificationKindFacts>;

export type NotificationKind = keyof typeof notificationKinds;

/** The kinds that may contain a name: when the named user deletes their account, it is removed from these. */
export type KindWithName = {
  [Kind in NotificationKind]: (typeof notificationKinds)[Kind]['namesUser'] extends true ? Kind : never;
}[NotificationKind];

export const kindsWithNames: readonly string[] = Object.entries(notificationKinds)
  .filter(([, { namesUser }]) => namesUser)
  .map(([kind]) => kind);
