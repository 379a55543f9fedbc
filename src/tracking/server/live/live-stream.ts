import type { Deps } from '#platform/server/deps.ts';
import type { RouteContext } from '#platform/server/http/route.ts';
import type { streamLive } from '#tracking/live-contract.ts';
import type { LiveHub } from './live-hub.ts';
import { countLook, requireStillViewer, requireViewer } from './live-service.ts';

/** Rechecks regularly that the user may still see it. */
export async function openLiveStream(
  deps: Deps,
  hub: LiveHub,
  { actor, params, reply, authoriseAgain }: RouteContext<typeof streamLive>,
): Promise<void> {
  await requireViewer(deps, actor, params.id);
  await countLook(deps, actor, params.id);
  const stream = deps.liveStreams.open({
    reply,
    userId: actor.userId,
    stillAllowed: async () => {
      const viewer = await authoriseAgain();
      await requireStillViewer(deps, viewer, params.id);
      await countLook(deps, viewer, params.id);
    },
  });
  hub.join(params.id, stream);
}
