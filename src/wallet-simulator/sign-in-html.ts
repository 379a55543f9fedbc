import { page } from './approval-html.ts';
import { html } from './html.ts';

/** The page on which somebody signs in and decides whether a merchant may know their address. */
export function signInPage(
  { merchant, suggestion, problem }: { merchant: string; suggestion: string; problem?: string },
  stylesheet: string,
): string {
  return page(
    'Connect your wallet',
    stylesheet,
    html`
      <p class="payee">${merchant} asks to know</p>
      <h1 class="title">Which wallet is yours</h1>
      <p class="purpose">
        Allow it, and ${merchant} learns the email address of your wallet and nothing else.
      </p>
      <hr />
      <form method="post">
        <label class="field">
          Email address of the wallet
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
          The wallet has not confirmed this address yet
        </label>
        <button class="primary" name="action" value="allow">Allow</button>
        <button class="secondary wide" name="action" value="decline" formnovalidate>Decline</button>
      </form>
      <p class="hint">A real wallet asks for a password here. This one takes any address as yours.</p>
    `,
  );
}
