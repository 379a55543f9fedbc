/** docs/notifications.md lists it, and tests compare each notification with it. */
export interface NotificationKindFacts {
  to: string;
  when: string;
  /** A name in braces stands for any text. */
  titles: readonly [string, ...string[]];
  /** True if it is also mailed, or to whom or when. */
  email: boolean | string;
  /**
   * True if the text names another user. The ref must then be, or begin with, an id of that user that
   * account-service.ts looks for, so that the name can be removed when they delete their account.
   */
  namesUser?: true;
}
