import { formatDollars } from '../money.ts';

import { html, type Html } from './html.ts';
import type { OrderRecord } from '../books/records.ts';

export function decisionPage(order: OrderRecord, buyerEmail: string, stylesheet: string): string {
  return page(
    `Pay ${order.brandName}`,
    stylesheet,
    html`
      <p class="payee">${order.brandName} requests</p>
      <h1 class="amount">${formatDollars(order.amountCents)}</h1>
      ${order.description === undefined ? undefined : html`<p class="purpose">${order.description}</p>`}
      ${
        order.isFundingDeclined
          ? html`<p class="note" role="status">The last attempt was declined. Try again.</p>`
          : undefined
      }
      <hr />
      <dl>
        <div>
          <dt>Merchant</dt>
          <dd>${order.brandName}</dd>
        </div>
        <div>
          <dt>Paid by</dt>
          <dd>${buyerEmail}</dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>Simulated balance</dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd class="code">${order.id}</dd>
        </div>
      </dl>
      <form method="post">
        <button class="primary" name="action" value="approve">Approve</button>
        <button class="secondary" name="action" value="decline">Decline</button>
        <button class="quiet" name="action" value="cancel">Cancel</button>
      </form>
      <p class="hint">
        Approve accepts the payment. Decline simulates a refusal by the bank. Cancel returns to
        ${order.brandName}.
      </p>
    `,
  );
}

export function noticePage(
  notice: {
    title: string;
    text: string;
    isGood?: boolean;
    link?: { href: string; label: string };
    script?: string;
  },
  stylesheet: string,
): string {
  const { title, text, isGood, link, script } = notice;
  return page(
    title,
    stylesheet,
    html`
      <div class="${isGood ? 'seal good' : 'seal'}" aria-hidden="true">${isGood ? '✓' : '!'}</div>
      <h1 class="title">${title}</h1>
      <p class="purpose">${text}</p>
      ${link && html`<p class="back"><a class="primary" href="${link.href}">${link.label}</a></p>`}
      ${script === undefined ? undefined : html`<script src="${script}"></script>`}
    `,
  );
}

export function page(title: string, stylesheet: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Wallet simulator</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <header>
          <svg viewBox="0 0 40 40" width="34" height="34" aria-hidden="true">
            <rect class="mark-back" x="3" y="9" width="34" height="25" rx="7" />
            <path class="mark-flap" d="M8 9 28 4.2a4 4 0 0 1 5 3.9V9Z" />
            <circle class="mark-clasp" cx="29" cy="21.5" r="3.6" />
          </svg>
          <span>Wallet simulator</span>
        </header>
        <main>
          <p class="warning"><strong>This is a simulator.</strong> No real money moves.</p>
          <section class="ticket">${content}</section>
        </main>
        <footer>Replaces the payment wallet while no account is configured.</footer>
      </body>
    </html> `.markup;
}
