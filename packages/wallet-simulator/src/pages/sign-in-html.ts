import { page } from './approval-html.ts';
import { html } from './html.ts';

export function signInPage(
  { merchant, suggestion, problem }: { merchant: string; suggestion: string; problem?: string },
  stylesheet: string,
): string {
  return page(
    'Connect your wallet',
    stylesheet,
    html`
      <p class="payee">${merchant} wants to know</p>
      <h1 class="title">Your wallet address</h1>
      <p class="purpose">${merchant} will see the email address of your wallet and nothing more.</p>
      <hr />
      <form method="post">
        <label class="field">
          Wallet email
          <input
            name="email"
            type="email"
            value="${suggestion}"
            autocomplete="email"
            maxlength="127"
            required
          />
        </label>
        ${problem === undefined ? undefined : html`<p class="note" role="alert">${problem}</p>`}
        <label class="choice">
          <input name="unconfirmed" type="checkbox" value="yes" />
          Simulate an unconfirmed address
        </label>
        <button class="primary" name="action" value="allow">Allow</button>
        <button class="secondary wide" name="action" value="decline" formnovalidate>Decline</button>
      </form>
      <p class="hint">A real wallet would ask for a password. The simulator accepts any address.</p>
    `,
  );
}
