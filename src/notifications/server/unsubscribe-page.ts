import { type ChosenTopic, topicNames } from '../choices-contract.ts';

/** 'unreadable': the link is not one of ours, or a part of it was lost. */
export type Stage = { name: 'asks' | 'stopped'; topic: ChosenTopic } | { name: 'unreadable' };

/** The whole page as HTML, for whoever is signed out and in any mail program's browser: no script, no cookie, no other file. */
export function unsubscribePage(stage: Stage): string {
  const { title, text, isQuestion } = wordsOf(stage);
  // Without an address the form is sent to the page's own, the token in its query included.
  const form = isQuestion ? '<form method="post"><button type="submit">Stop these mails</button></form>' : '';
  return `<!doctype html>
<html lang="en">
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
<h1${isQuestion ? '' : placeOfKeyboard}>${title}</h1>
<p>${text}</p>
${form}
<p><a href="/settings">Choose what we mail you in your settings</a></p>
</main>
</body>
</html>
`;
}

/** The button that was pressed is gone with its page: what has become of it is read out, and the keyboard goes on there. */
const placeOfKeyboard = ' tabindex="-1" autofocus';

function wordsOf(stage: Stage): { title: string; text: string; isQuestion: boolean } {
  if (stage.name === 'unreadable') {
    return {
      title: 'This link is not complete',
      text: 'A part of it may have been lost on its way. Please open it from the mail once more, or sign in and choose there.',
      isQuestion: false,
    };
  }
  const topic = topicNames[stage.topic].toLowerCase();
  const security = 'Mails about your account and its security always arrive.';
  return stage.name === 'asks'
    ? {
        title: `No more mail about ${topic}?`,
        text: `You still find these notices under the bell. ${security}`,
        isQuestion: true,
      }
    : {
        title: `No more mail about ${topic}`,
        text: `You find these notices under the bell, and can get them by mail again whenever you like. ${security}`,
        isQuestion: false,
      };
}

/** The colors of the product's own pages (platform/web/ui), in the reader's light or dark. */
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
