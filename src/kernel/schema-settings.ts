import type { z } from 'zod';

type Settings = z.core.$ZodConfig;

declare global {
  /** Where zod keeps its settings, also those that were set before it loaded. */
  var __zod_globalConfig: Settings | undefined;
}

/** Does what `z.config` does without importing zod, which pages without a form never load. */
export function configureSchemas(settings: Settings): void {
  globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, settings);
}
