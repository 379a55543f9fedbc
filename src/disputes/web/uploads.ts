import type { FieldUploads } from '#uploads/web/upload-field.tsx';

export const noUploads: FieldUploads = { ready: [], isBusy: false, failed: [] };
