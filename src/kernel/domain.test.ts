import { expect, it } from 'vitest';
import { defineDomain, mergeDeclared } from './domain.ts';
import { Refusal } from './errors.ts';
import { msg } from './text.ts';

const shops = defineDomain([], {
  refusals: {
    'shop/closed': [409, msg('This shop is closed.')],
    'shop/not-found': [404, msg('No such shop.')],
  },
  objects: { shop: 'shop/not-found' },
  limits: { visit: '5/1h' },
});
const orders = defineDomain([shops], {
  refusals: { 'order/too-late': [409, msg('Orders are over for today.')] },
});

it('a refusal carries its code, status and message', () => {
  const refusal = shops.refuse('shop/closed');
  expect(refusal).toBeInstanceOf(Refusal);
  expect([refusal.code, refusal.status, refusal.message]).toEqual([
    'shop/closed',
    409,
    'This shop is closed.',
  ]);
  expect(shops.refuse('shop/closed', { message: 'Sorry.' }).message).toBe('Sorry.');
});

it('a domain uses its own names, those of the domains it names, and the general refusals', () => {
  expect(orders.refuse('order/too-late').status).toBe(409);
  expect(orders.refuse('shop/not-found').status).toBe(404);
  expect(orders.refuse('request/invalid').status).toBe(400);
  const placeOrder = orders.endpoint({
    name: 'placeOrder',
    method: 'POST',
    path: '/api/orders',
    summary: 'Orders from a shop.',
    who: 'anyone',
    whose: { object: 'shop', by: ['everyone'] },
    refusals: ['shop/closed'],
    limit: 'visit',
  });
  expect(placeOrder.name).toBe('placeOrder');
});

it('two domains cannot declare the same name', () => {
  const markets = defineDomain([], { refusals: { 'shop/closed': [409, msg('This market is closed.')] } });
  expect(() => mergeDeclared([shops, markets], 'refusals')).toThrow('two domains declare shop/closed');
  expect(Object.keys(mergeDeclared([shops, orders], 'refusals'))).toHaveLength(3);
});

it('an unknown name does not compile', () => {
  // @ts-expect-error Shops do not know the refusals of orders.
  expect(() => shops.refuse('order/too-late')).toThrow(TypeError);
  const rest = { name: 'shut', method: 'POST', path: '/api/shut', summary: 'Shuts.', who: 'anyone' } as const;
  // @ts-expect-error Misspelt.
  shops.endpoint({ ...rest, refusals: ['shop/close'] });
  // @ts-expect-error A limit that is not declared.
  shops.endpoint({ ...rest, limit: 'visits' });
  // @ts-expect-error A kind that is not declared.
  shops.endpoint({ ...rest, whose: { object: 'order', by: ['owner'] } });
  // @ts-expect-error The refusal of a kind is declared too.
  defineDomain([], { objects: { shop: 'shop/not-found' } });
});
