import type { EventOf } from '#kernel/endpoint.ts';
import type { OpenEventStream } from '#platform/web/event-stream.ts';
import { ADVERTISER_POLL_MS } from '#tracking/contract.ts';
import type { LiveSnapshot, streamLive } from '#tracking/live-contract.ts';

export function streamSamples(live: () => LiveSnapshot): OpenEventStream {
  return (_endpoint, _params, clock, { onEvent, onState }) => {
    const send = () => {
      const event: EventOf<typeof streamLive> = { name: 'snapshot', data: live() };
      // The live view is the only screen of the demo with a stream.
      onEvent(event as never);
    };
    onState('open');
    send();
    return clock.every(ADVERTISER_POLL_MS, send);
  };
}
