/**
 * Replaces the part of the wallet's SDK v6 for one-time payments, with the same names, arguments and callbacks. If the
 * browser blocks the popup, it navigates to the approval page instead.
 */
export const webSdkScript = `(() => {
  'use strict';

  /** The simulator's address, derived from this script's: /wallet-simulator/web-sdk/v6/core. */
  const root = new URL('../../', document.currentScript.src);
  const windowFeatures = 'popup,width=480,height=760';
  const lookEveryMs = 250;

  function failure(code, message, isRecoverable) {
    return Object.assign(new Error(message), { name: 'WalletSimulatorError', code, isRecoverable });
  }

  function approvalPage(orderId, inPopup) {
    const address = new URL('approve/' + encodeURIComponent(orderId), root);
    if (inPopup) address.searchParams.set('presentation', 'popup');
    return address.href;
  }

  /** Calls heard(answer) with the result from the popup's last page, or gone() if it closes without one. */
  function watch(popup, heard, gone) {
    let looksAtClosed = 0;
    const listen = (event) => {
      if (event.origin !== root.origin || event.source !== popup) return;
      if (event.data && event.data.walletSimulator) heard(event.data);
    };
    const look = () => {
      // A message sent just before the popup closed may arrive after the first check.
      looksAtClosed = popup.closed ? looksAtClosed + 1 : 0;
      if (looksAtClosed > 1) gone();
    };
    window.addEventListener('message', listen);
    const timer = setInterval(look, lookEveryMs);
    return () => {
      window.removeEventListener('message', listen);
      clearInterval(timer);
      if (!popup.closed) popup.close();
    };
  }

  function createPayPalOneTimePaymentSession(options) {
    /** Ends the current attempt. Null between attempts, because a session can be started again. */
    let close = null;
    let orderId;

    function end() {
      if (close) close();
      close = null;
    }
    function complete(paymentSessionState) {
      if (options.onComplete) options.onComplete({ paymentSessionState });
    }
    function cancelled() {
      end();
      if (options.onCancel) options.onCancel({ orderId });
      complete('canceled');
    }
    function failed(error) {
      end();
      if (options.onError) options.onError(error);
      complete('error');
    }
    async function approved(payerId) {
      end();
      try {
        if (options.onApprove) await options.onApprove({ fundingSource: 'paypal', orderId, payerId });
      } catch (error) {
        return failed(error);
      }
      complete('approved');
    }

    async function start({ presentationMode = 'auto', autoRedirect } = {}, paymentSession) {
      if (close) throw failure('ERR_SESSION_RUNNING', 'This payment session is already in progress.', false);
      if (presentationMode === 'modal') {
        throw failure('ERR_NO_MODAL', 'The simulator does not support modals.', true);
      }
      // Before any await: browsers open a popup only as part of the click.
      const popup =
        presentationMode === 'redirect'
          ? null
          : window.open(new URL('web-sdk/v6/waiting', root).href, 'wallet-simulator', windowFeatures);
      if (!popup && presentationMode === 'popup') {
        throw failure('ERR_POPUP_BLOCKED', 'The browser blocked the popup.', true);
      }

      orderId = options.orderId;
      const stop = popup
        ? watch(
            popup,
            (answer) => {
              if (answer.orderId !== orderId) return;
              if (answer.walletSimulator === 'approved') void approved(answer.payerId);
              else cancelled();
            },
            () => cancelled(),
          )
        : () => {};
      close = stop;
      try {
        if (paymentSession) ({ orderId } = await paymentSession);
      } catch (error) {
        if (close === stop) failed(error);
        throw error;
      }
      // Cancelled, destroyed or closed while the merchant created the order.
      if (close !== stop) return;
      if (popup) {
        popup.location.replace(approvalPage(orderId, true));
        return;
      }
      close = null;
      const redirectURL = approvalPage(orderId, false);
      if (autoRedirect && autoRedirect.enabled === false) return { redirectURL };
      window.location.assign(redirectURL);
    }

    return { start, cancel: () => close && cancelled(), destroy: end };
  }

  async function createInstance({ clientToken, components } = {}) {
    if (!clientToken) throw failure('ERR_NO_CLIENT_TOKEN', 'clientToken is missing.', false);
    if (!components || !components.includes('paypal-payments')) {
      throw failure('ERR_COMPONENT', 'The simulator supports only paypal-payments.', false);
    }
    return {
      createPayPalOneTimePaymentSession,
      findEligibleMethods: async () => ({ isEligible: (method) => method === 'paypal' }),
    };
  }

  window.paypal = { version: '6.0.0', createInstance };
})();
`;

/** Runs on the popup's last page. Posts the result only to an opener on this site. */
export const returnScript = `(() => {
  'use strict';
  const answer = new URLSearchParams(location.search);
  if (!window.opener) return;
  window.opener.postMessage(
    {
      walletSimulator: answer.get('outcome'),
      orderId: answer.get('token'),
      payerId: answer.get('PayerID') || undefined,
    },
    location.origin,
  );
})();
`;
