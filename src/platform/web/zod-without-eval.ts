import { configureSchemas } from '#kernel/schema-settings.ts';

/**
 * The content security policy forbids `eval`. Otherwise zod tries it once per visit, and the browser reports a
 * violation.
 */
configureSchemas({ jitless: true });
