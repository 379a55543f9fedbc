import type { Deps } from './ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import * as contract from '#tracking/contract.ts';
import { listAllLive as allLiveContract, streamLive } from '#tracking/live-contract.ts';
import * as reportContract from '#tracking/report-contract.ts';
import * as trackContract from '#tracking/track-contract.ts';
import { listPresenceCells } from './presence/heat-service.ts';
import { createLiveHub } from './live/live-hub.ts';
import { listActiveSessions, listAllLive, listLiveLocations } from './live/live-service.ts';
import { listSessionHours } from './live/session-hours-service.ts';
import { openLiveStream } from './live/live-stream.ts';
import { createFixReceiver, updateLocation } from './fixes/location-service.ts';
import { endSession, findOwnSession, getPresence, startSession } from './service.ts';
import { getTrack } from './presence/track/track-service.ts';

export function trackingRoutes(deps: Deps): Route[] {
  const hub = createLiveHub(deps);
  const receiver = createFixReceiver(deps);
  return [
    route(contract.startSession, ({ actor, params, body }) => startSession(deps, actor, params.id, body)),
    route(contract.endSession, ({ actor, params }) => endSession(deps, actor, params.id, params.sessionId)),
    route(contract.updateLocation, ({ actor, params, body }) =>
      updateLocation(deps, receiver, actor, params.id, body),
    ),
    route(contract.listLiveLocations, ({ actor, params }) => listLiveLocations(deps, actor, params.id)),
    route(contract.listActiveSessions, ({ actor, params }) => listActiveSessions(deps, actor, params.id)),
    route(allLiveContract, ({ actor }) => listAllLive(deps, actor)),
    rawRoute(streamLive, (context) => openLiveStream(deps, hub, context)),
    route(contract.getPresence, ({ actor, params }) => getPresence(deps, actor, params.id)),
    route(contract.getOwnSession, ({ actor, params }) => findOwnSession(deps, actor, params.id)),
    route(trackContract.listPresenceCells, ({ actor, params }) => listPresenceCells(deps, actor, params.id)),
    route(reportContract.listSessionHours, ({ actor, params }) => listSessionHours(deps, actor, params.id)),
    route(trackContract.getTrack, ({ actor, params, query }) => getTrack(deps, actor, params.id, query)),
  ];
}
