/** Formats docs/notifications.md from the kinds of notifications. */
import { NotificationTopic, topicNames } from '#notifications/choices-contract.ts';
import { kindsByTopic } from '#notifications/server/notification-kinds.ts';

export function formatNotificationDocs(): string {
  const topics = NotificationTopic.options.map((topic) => {
    const rows = Object.entries(kindsByTopic[topic]).map(([kind, { to, when, titles, email }]) => {
      const mailed = typeof email === 'string' ? email : email ? 'yes' : 'no';
      return `| \`${kind}\` | ${to} | ${when} | ${titles.join('<br>')} | ${mailed} |`;
    });
    const heading = ['| kind | to | when | title | email |', '|---|---|---|---|---|'];
    return [`## ${topicNames[topic]}`, ...heading, ...rows].join('\n');
  });
  return `${[introduction, ...topics].join('\n\n')}\n`;
}

const introduction = `# Notifications

\`npm run notifications\` writes this file from \`src/notifications/server/notification-kinds.ts\`. Tests compare it,
and the title of each notification that they cause.

Every notification is in the app. Browsers with push messages get it too. The column "email" says whether it is
also mailed. Users switch emails and push messages per topic; emails about the account can't be switched off.
Quiet hours and the daily summary delay them ([decision 55](decisions/0055-notifications.md)). Sign-in codes and
security notices are emails only and never wait.`;
