/** Addresses (with their query) that answer programs, or lead on to other services; as in platform/server/pages.ts. */
export const programPaths =
  /^\/(?:(?:api|paypal|wallet-simulator|assets|dev)(?:[/?]|$)|auth\/(?!(?:signin|email-confirmation)(?:[/?]|$)))/;
