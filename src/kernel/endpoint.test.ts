import { describe, expect, it } from 'vitest';
import { fillPath, IdParams } from './endpoint.ts';

describe('fillPath', () => {
  it('inserts the parameters', () => {
    expect(fillPath('/api/campaign/{id}/end-session/{sessionId}', { id: 'a', sessionId: 'b' })).toBe(
      '/api/campaign/a/end-session/b',
    );
    expect(fillPath('/api/campaigns')).toBe('/api/campaigns');
  });

  it('escapes parameters so that they cannot change the path', () => {
    expect(fillPath('/api/x/{id}', { id: '../admin?q=1#a' })).toBe('/api/x/..%2Fadmin%3Fq%3D1%23a');
    expect(fillPath('/api/x/{id}', { id: '$&{id}' })).toBe('/api/x/%24%26%7Bid%7D');
  });

  it('throws if a parameter is missing', () => {
    expect(() => fillPath('/api/x/{id}', { other: 'a' })).toThrow('lacks the parameter id');
  });
});

describe('IdParams', () => {
  const id = '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11';

  it('returns lower-case ids', () => {
    expect(IdParams.parse({ id: id.toUpperCase() })).toEqual({ id });
  });

  it.each(['', '1', `${id} `, `${id}'--`, '../../etc/passwd', '{id}'])('rejects %j', (text) => {
    expect(IdParams.safeParse({ id: text }).success).toBe(false);
  });
});
