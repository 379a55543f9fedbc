import { DEFAULT_LANGUAGE, getLanguage, speak } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { escapeHtml } from './escape-html.ts';
import type { Mail } from './mailer.ts';

/** Mail programs support little, so the mail has no images, no scripts and no layout beyond boxes. */
export function formatMailHtml(mail: Mail): string {
  return speak(mail.language ?? DEFAULT_LANGUAGE, () => format(mail));
}

function format(mail: Mail): string {
  const { text, code } = mail;
  const subject = mail.subject.replaceAll(/\s+/g, ' ').trim();
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => !isUnsubscribe(paragraph, mail));
  return `<!doctype html>
<html lang="${getLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="paper" style="margin:0;padding:24px 12px;background:#fbf9f4;color:#17150f;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;">
<div style="max-width:560px;margin:0 auto;">
<p style="margin:0 0 16px;font-size:18px;font-weight:700;">Promenade</p>
<div class="panel" style="padding:24px;border:1px solid #e0d8c8;border-radius:18px;background:#ffffff;">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;overflow-wrap:anywhere;">${escapeHtml(subject)}</h1>
${code === undefined ? '' : formatCode(code)}${paragraphs.map((paragraph) => formatParagraph(paragraph, mail)).join('\n')}
</div>
<p class="dimmed" style="margin:16px 8px 0;color:#5b5446;font-size:13px;">${formatFooter(mail)}</p>
</div>
</body>
</html>
`;
}

const isUnsubscribe = (paragraph: string, { unsubscribeLink }: Mail) =>
  unsubscribeLink !== undefined && paragraph.includes(unsubscribeLink);

const darkStyle = `
@media (prefers-color-scheme: dark) {
  .paper { background: #131210 !important; color: #f5f1e8 !important; }
  .panel { background: #1b1916 !important; border-color: #3a352d !important; }
  .dimmed { color: #cdc5b5 !important; }
  .link { color: #ff8a63 !important; }
  .code { background: #25221d !important; }
}`;

function formatCode(code: string): string {
  return `<p class="code" style="margin:0 0 16px;padding:12px;border-radius:12px;background:#f4f0e7;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.12em;text-align:center;">${escapeHtml(code)}</p>\n`;
}

function formatParagraph(paragraph: string, mail: Mail): string {
  const blocks: string[] = [];
  let lines: string[] = [];
  const endLines = () => {
    if (lines.length > 0) blocks.push(`<p style="margin:0 0 16px;">${lines.join('<br>')}</p>`);
    lines = [];
  };
  for (const line of paragraph.split('\n')) {
    if (line === mail.links?.[0] && isHttp(line)) {
      endLines();
      blocks.push(formatButton(line, mail.button ?? t('Open Promenade')));
    } else lines.push(linkOwnAddresses(line, mail));
  }
  endLines();
  return blocks.join('\n');
}

function formatButton(link: string, label: string): string {
  return `<p style="margin:0 0 20px;"><a href="${escapeHtml(link)}" target="_blank" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#b2320c;color:#ffffff;font-weight:600;text-decoration:none;">${escapeHtml(label)}</a></p>`;
}

function formatFooter({
  reason = t('You get this email because you have a Promenade account.'),
  unsubscribeLink,
}: Mail): string {
  if (unsubscribeLink === undefined) return escapeHtml(reason);
  return `${escapeHtml(reason)} ${formatLink(unsubscribeLink, t('Unsubscribe'))}`;
}

/** Links only addresses of this site: a text may quote a user, who could name any other. */
function linkOwnAddresses(line: string, { links = [] }: Mail): string {
  const origin = links[0] && isHttp(links[0]) ? new URL(links[0]).origin : null;
  return line
    .split(/(https?:\/\/[^\s“”]+)/)
    .map((part) =>
      origin !== null && part.startsWith(`${origin}/`) ? formatLink(part, part) : escapeHtml(part),
    )
    .join('');
}

function formatLink(link: string, text: string): string {
  return `<a class="link" href="${escapeHtml(link)}" target="_blank" style="color:#b9330c;overflow-wrap:anywhere;">${escapeHtml(text)}</a>`;
}

const isHttp = (link: string) => /^https?:\/\//i.test(link) && URL.canParse(link);
