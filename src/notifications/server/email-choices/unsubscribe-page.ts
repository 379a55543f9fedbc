import { getLanguage } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { type OptionalTopic, topicNames } from '../../choices-contract.ts';

/** 'unreadable': the signature is invalid or a part of the link is missing. */
export type Stage = { name: 'asks' | 'stopped'; topic: OptionalTopic } | { name: 'unreadable' };

/** Works signed out in any browser: no script, cookie or other file. */
export function unsubscribePage(stage: Stage): string {
  const { title, text, isQuestion } = formatStage(stage);
  // Without an action, the form posts to the page's own URL, including the token.
  const form = isQuestion
    ? `<form method="post"><button type="submit">${t('Unsubscribe')}</button></form>`
    : '';
  return `<!doctype html>
<html lang="${getLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Promenade</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="brand"><a href="/">Promenade</a></p>
<h1${isQuestion ? '' : focusAttributes}>${title}</h1>
<p>${text}</p>
${form}
<p><a href="/settings">${t('Change your email settings')}</a></p>
</main>
</body>
</html>
`;
}

/**
 * The pressed button is gone with its page, so the heading gets focus and screen readers announce the result.
 */
const focusAttributes = ' tabindex="-1" autofocus';

function formatStage(stage: Stage): { title: string; text: string; isQuestion: boolean } {
  if (stage.name === 'unreadable') {
    return {
      title: t('This link is incomplete'),
      text: t('Part of it may be missing. Open it from the email again, or sign in to change your settings.'),
      isQuestion: false,
    };
  }
  const topic = t(topicNames[stage.topic]).toLowerCase();
  return stage.name === 'asks'
    ? {
        title: t('Unsubscribe from emails about {topic}?', { topic }),
        text: t(
          'You’ll still get these notifications in the app. We always email you about your account and security.',
        ),
        isQuestion: true,
      }
    : {
        title: t('Unsubscribed from emails about {topic}', { topic }),
        text: t(
          'You’ll still get these notifications in the app. You can turn the emails back on in your settings. We always email you about your account and security.',
        ),
        isQuestion: false,
      };
}

const style = `
:root {
  --paper: #fbf9f4; --panel: #fff; --line: #e0d8c8; --ink: #17150f; --secondary: #5b5446; --ember: #b8320b; --on-ember: #fff;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #131210; --panel: #1b1916; --line: #3a352d; --ink: #f5f1e8; --secondary: #bcb4a4; --ember: #ff8f6b; --on-ember: #17150f; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 8vh auto 0; padding: 1.5rem; border: 1px solid var(--line); border-radius: 18px; background: var(--panel); }
h1 { margin: 0 0 0.75rem; font-size: 1.75rem; letter-spacing: -0.02em; line-height: 1.15; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; color: var(--secondary); }
p:last-child { margin-bottom: 0; }
.brand { font-weight: 700; }
.brand a { color: var(--ink); text-decoration: none; }
a { color: var(--ember); }
button { min-height: 2.75rem; margin-bottom: 1.25rem; padding: 0 1.5rem; border: 0; border-radius: 999px; background: var(--ember); color: var(--on-ember); font: inherit; font-weight: 600; cursor: pointer; }
h1:focus { outline: none; }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 2px; }
`;
