/** The part of PayPal's older clients that our checks use; they have no types of their own. */
declare namespace OlderPayPalClient {
  type Core = {
    PayPalEnvironment: new (
      clientId: string,
      clientSecret: string,
      baseUrl: string,
      webUrl: string,
    ) => object;
    PayPalHttpClient: new (environment: object) => {
      /** Rejects with an error that has statusCode, unless the response is 2xx. */
      execute(request: object): Promise<Answer>;
    };
  };

  type Answer = {
    statusCode: number;
    // oxlint-disable-next-line typescript/no-explicit-any -- every check looks at the part that it names
    result: any;
  };

  type BodyRequest = { prefer(prefer: string): void; requestBody(body: object): void };
}

declare module '@paypal/checkout-server-sdk' {
  const sdk: {
    core: OlderPayPalClient.Core;
    orders: {
      OrdersCreateRequest: new () => OlderPayPalClient.BodyRequest;
      OrdersCaptureRequest: new (orderId: string) => OlderPayPalClient.BodyRequest;
      OrdersGetRequest: new (orderId: string) => object;
    };
    payments: {
      CapturesRefundRequest: new (captureId: string) => OlderPayPalClient.BodyRequest;
      CapturesGetRequest: new (captureId: string) => object;
      RefundsGetRequest: new (refundId: string) => object;
    };
  };
  export default sdk;
}

declare module '@paypal/payouts-sdk' {
  const sdk: {
    core: OlderPayPalClient.Core;
    payouts: {
      PayoutsPostRequest: new () => OlderPayPalClient.BodyRequest;
      PayoutsGetRequest: new (batchId: string) => object;
      PayoutsItemGetRequest: new (itemId: string) => object;
      PayoutsItemCancelRequest: new (itemId: string) => object;
    };
  };
  export default sdk;
}
