import { escapeHtml } from './escape-html.ts';
import type { ReceivedMail } from './mailbox.ts';

export function mailboxPage(mails: readonly ReceivedMail[], search: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Development mailbox · Promenade</title>
<link rel="stylesheet" href="/dev/mailbox.css">
</head>
<body>
<main>
<header>
<h1>Development mailbox</h1>
<p class="hint">Emails from this server. They never leave this machine.</p>
</header>
<form method="get" action="/dev/mailbox" role="search">
<label for="to">Address</label>
<div class="row">
<input id="to" name="to" type="search" inputmode="email" autocomplete="off" spellcheck="false" placeholder="name@example.com" value="${escapeHtml(search)}">
<button type="submit">Search</button>
</div>
</form>
<p class="count" role="status">${countText(mails.length, search)}${search ? ' <a href="/dev/mailbox">Show all mail</a>' : ''}</p>
${mails.map((mail, index) => article(mail, index === 0)).join('\n')}
</main>
</body>
</html>
`;
}

function countText(count: number, search: string): string {
  const whom = search ? ` to “${escapeHtml(search)}”` : '';
  if (count === 0) return search ? `No mail${whom}.` : 'No mail yet.';
  return `${count} ${count === 1 ? 'mail' : 'mails'}${whom}, newest first.`;
}

function article(mail: ReceivedMail, isNewest: boolean): string {
  const code =
    mail.code === null
      ? ''
      : `<p class="code"><span class="label">Code</span> <code>${escapeHtml(mail.code)}</code></p>`;
  const links = mail.links.map((link) => `<li>${anchor(link)}</li>`).join('');
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p class="meta"><span>${escapeHtml(mail.to)}</span> <time datetime="${escapeHtml(mail.at)}">${moment(mail.at)}</time></p>
${code}${links ? `<ul class="links">${links}</ul>` : ''}
<pre>${escapeHtml(mail.text)}</pre>
${mail.html ? htmlVersion(mail, isNewest) : ''}
</article>`;
}

/** The sandbox runs no scripts and has no access to this site. */
function htmlVersion({ html, subject }: ReceivedMail, isOpen: boolean): string {
  return `<details${isOpen ? ' open' : ''}><summary>HTML version</summary>
<iframe title="HTML version: ${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${escapeHtml(html)}"></iframe></details>`;
}

/** Only http and https, because a mail may quote user input such as `javascript:`. */
function anchor(link: string): string {
  const text = escapeHtml(link);
  return /^https?:\/\//i.test(link) ? `<a href="${text}">${text}</a>` : text;
}

function moment(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
