import { z } from 'zod';
import { KitWay } from '#campaigns/fields-contract.ts';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { ClothingSize } from '#profiles/form-contract.ts';
import { endpoint } from './domain.ts';

/** Counted from when the parcel was sent. Then the address is erased (decision 53). */
export const ADDRESS_KEPT_MS = 14 * DAY;

const addressPart = (missing: { error: () => string }) => z.string(missing).trim().min(1, missing).max(120);

export const DeliveryAddress = z.strictObject({
  name: addressPart(problem('Enter the name on the door')),
  street: addressPart(problem('Enter the street and number')),
  extra: z.string().trim().max(120).default(''),
  city: addressPart(problem('Enter the city')),
  state: addressPart(problem('Enter the state')),
  zipCode: addressPart(problem('Enter the ZIP code')),
  country: addressPart(problem('Enter the country')),
});
export type DeliveryAddress = z.output<typeof DeliveryAddress>;

export const Kit = z.object({
  applicationId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  way: KitWay,
  pickUpPlace: z.string().nullable(),
  pickUpHours: z.string().nullable(),
  marketerName: z.string(),
  /** For this campaign, or else the profile's. */
  size: ClothingSize.nullable(),
  hasAddress: z.boolean(),
  /** Null for viewers of the team, and once it is erased. */
  address: DeliveryAddress.nullable(),
  handedAt: IsoTime.nullable(),
  trackingNumber: z.string().nullable(),
  receivedAt: IsoTime.nullable(),
  returnedAt: IsoTime.nullable(),
  can: z.object({ change: z.boolean(), hand: z.boolean(), receive: z.boolean() }),
});
export type Kit = z.infer<typeof Kit>;

const refusals = ['application/not-found', 'kit/none'] as const;

export const getKit = endpoint({
  name: 'getKit',
  method: 'GET',
  path: '/api/applications/{id}/kit',
  summary: 'Get the kit for my place in a campaign',
  who: ['marketer'],
  whose: { object: 'application', by: ['marketer'] },
  params: IdParams,
  response: Kit,
  refusals,
});

export const changeKit = endpoint({
  name: 'changeKit',
  method: 'PUT',
  path: '/api/applications/{id}/kit',
  summary: 'Change my size and, for a parcel, my address, until it was handed out or sent',
  who: ['marketer'],
  whose: { object: 'application', by: ['marketer'] },
  params: IdParams,
  body: z.strictObject({ size: ClothingSize.optional(), address: DeliveryAddress.optional() }),
  response: Kit,
  refusals: [...refusals, 'kit/handed', 'kit/no-parcel', 'kit/address-over'],
});

export const handOutKit = endpoint({
  name: 'handOutKit',
  method: 'PUT',
  path: '/api/applications/{id}/kit/handout',
  summary: 'Note that a kit was handed out or sent, or take that back until it was received. Idempotent',
  who: ['advertiser'],
  whose: { object: 'application', by: ['advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({
    isHanded: z.boolean(),
    trackingNumber: z.string().trim().max(100).optional(),
  }),
  response: Kit,
  refusals: [...refusals, 'team/not-allowed', 'kit/received', 'kit/own-clothes'],
});

export const receiveKit = endpoint({
  name: 'receiveKit',
  method: 'PUT',
  path: '/api/applications/{id}/kit/receipt',
  summary: 'Note that I received my kit, and that I returned it. Idempotent',
  who: ['marketer'],
  whose: { object: 'application', by: ['marketer'] },
  params: IdParams,
  body: z
    .strictObject({ isReceived: z.boolean(), isReturned: z.boolean() })
    .refine(({ isReceived, isReturned }) => isReceived || !isReturned, {
      path: ['isReturned'],
      ...problem('You can only return what you received'),
    }),
  response: Kit,
  refusals: [...refusals, 'kit/own-clothes'],
});

export const listKits = endpoint({
  name: 'listKits',
  method: 'GET',
  path: '/api/campaigns/{id}/kits',
  summary: 'List the sizes and kits of everyone with a place, by name',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  response: z.array(Kit),
  refusals: ['campaign/not-found'],
});

export const getKitFile = endpoint({
  name: 'getKitFile',
  method: 'GET',
  path: '/api/campaigns/{id}/kits.csv',
  summary: 'Get the same list as CSV. Only owner and managers get addresses',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  refusals: ['campaign/not-found'],
});
