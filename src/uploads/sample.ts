import type { Upload } from './contract.ts';

export const sampleUpload: Upload = {
  id: '0192f2aa-5c1e-4e0b-9d51-6a1f0c7b2e11',
  purpose: 'proof',
  state: 'ready',
  contentType: 'image/jpeg',
  size: 184_320,
  width: 1600,
  height: 1200,
  refusal: null,
  createdAt: '2026-03-01T12:00:00.000Z',
};
