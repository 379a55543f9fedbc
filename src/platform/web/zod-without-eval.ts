import { z } from 'zod';

/**
 * The content security policy forbids `eval`. Otherwise zod tries it once per visit, and the browser reports a
 * violation. vite.config.ts puts this file before all schemas.
 */
z.config({ jitless: true });
