// npm run notifications: writes docs/notifications.md, the list of all notifications.
import { writeFileSync } from 'node:fs';
import { formatNotificationDocs } from '#tests/support/notification-docs.ts';

writeFileSync('docs/notifications.md', formatNotificationDocs());
