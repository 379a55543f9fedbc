import type { Deps } from '#platform/server/deps.ts';
import { type EventEncoder, eventEncoder, type EventStream } from '#platform/server/live/event-stream.ts';
import type { LiveLocation } from '#tracking/contract.ts';
import { streamLive } from '#tracking/live-contract.ts';
import { liveTopic, parseNote } from './live-notes.ts';
import { loadSessions, loadSnapshot } from './live-service.ts';

/** Changes of a campaign are gathered this long, so that it is read and sent at most ten times a second. */
const GATHERED_MS = 100;

export interface LiveHub {
  join(campaignId: string, stream: EventStream): void;
}

export function createLiveHub(deps: Deps): LiveHub {
  const rooms = new Map<string, CampaignRoom>();
  const encode = eventEncoder(streamLive, deps.config.checksAnswers);
  return {
    join(campaignId, stream) {
      const room = rooms.get(campaignId) ?? new CampaignRoom(deps, encode, campaignId);
      rooms.set(campaignId, room);
      room.add(stream);
      stream.onClose(() => {
        room.remove(stream);
        if (!room.isEmpty || rooms.get(campaignId) !== room) return;
        rooms.delete(campaignId);
        room.leave();
      });
    },
  };
}

/**
 * All streams of one campaign in this process. Events are read and encoded once for all, one round at a time,
 * so that an older state never follows a newer one. A stream that is new, or may have missed something, gets
 * a snapshot. The others get what changed.
 */
class CampaignRoom {
  readonly #deps: Deps;
  readonly #encode: EventEncoder<typeof streamLive>;
  readonly #campaignId: string;
  readonly #unsubscribe: () => void;
  readonly #upToDate = new Set<EventStream>();
  readonly #withoutSnapshot = new Set<EventStream>();
  #changed = new Set<string>();
  #begunOrEnded = new Set<string>();
  #gathering: NodeJS.Timeout | undefined;
  /** The last position text sent for each session's alias, if every up-to-date stream got it. */
  #lastSent = new Map<string, string>();
  #isWorking = false;

  constructor(deps: Deps, encode: EventEncoder<typeof streamLive>, campaignId: string) {
    this.#deps = deps;
    this.#encode = encode;
    this.#campaignId = campaignId;
    this.#unsubscribe = deps.liveBus.subscribe(liveTopic(campaignId), {
      onNote: (about) => this.#note(about),
      onGap: () => this.#resync(),
    });
  }

  get isEmpty(): boolean {
    return this.#upToDate.size + this.#withoutSnapshot.size === 0;
  }

  add(stream: EventStream): void {
    this.#withoutSnapshot.add(stream);
    void this.#work();
  }

  remove(stream: EventStream): void {
    this.#upToDate.delete(stream);
    this.#withoutSnapshot.delete(stream);
  }

  leave(): void {
    clearTimeout(this.#gathering);
    this.#unsubscribe();
  }

  #note(about: string): void {
    const { id, isOfSession } = parseNote(about);
    (isOfSession ? this.#begunOrEnded : this.#changed).add(id);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      void this.#work();
    }, GATHERED_MS);
  }

  #resync(): void {
    for (const stream of this.#upToDate) this.#withoutSnapshot.add(stream);
    this.#upToDate.clear();
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (this.#withoutSnapshot.size > 0 || this.#hasGathered) {
        if (this.#withoutSnapshot.size > 0) await this.#sendSnapshot();
        if (this.#hasGathered) await this.#sendChanges();
      }
    } catch (error) {
      // The clients reconnect and get a snapshot. There is no other way to tell them what they missed.
      this.#deps.log.warn({ err: error, campaignId: this.#campaignId }, 'a live view could not be read');
      for (const stream of [...this.#upToDate, ...this.#withoutSnapshot]) stream.close();
    } finally {
      this.#isWorking = false;
    }
  }

  get #hasGathered(): boolean {
    return this.#gathering === undefined && this.#changed.size + this.#begunOrEnded.size > 0;
  }

  async #sendSnapshot(): Promise<void> {
    const isForAll = this.#upToDate.size === 0;
    const newcomers = [...this.#withoutSnapshot];
    this.#withoutSnapshot.clear();
    for (const stream of newcomers) this.#upToDate.add(stream);
    const snapshot = await loadSnapshot(this.#deps, this.#campaignId);
    this.#lastSent = new Map(
      snapshot.locations
        .map((each) => [each.id, JSON.stringify(each)] as const)
        .filter(([id, text]) => isForAll || this.#lastSent.get(id) === text),
    );
    const bytes = this.#encode('snapshot', snapshot);
    for (const stream of newcomers) if (this.#upToDate.has(stream)) stream.write(bytes);
  }

  async #sendChanges(): Promise<void> {
    const [changed, begunOrEnded] = [this.#changed, this.#begunOrEnded];
    [this.#changed, this.#begunOrEnded] = [new Set(), new Set()];
    const viewers = [...this.#upToDate];
    const ids = [...changed, ...begunOrEnded];
    const { locations, sessions, aliases } = await loadSessions(this.#deps, this.#campaignId, ids);
    const moved = this.#unlikeLastSent([...aliases.values()], locations);
    const toldIds = new Set(Array.from(begunOrEnded, (id) => aliases.get(id)));
    const told = sessions.filter(({ id }) => toldIds.has(id));
    // Sessions first, because a client can only place positions of sessions it knows.
    const parts = [
      ...(told.length > 0 ? [this.#encode('sessions', told)] : []),
      ...(moved.length > 0 ? [this.#encode('positions', moved)] : []),
    ];
    if (parts.length === 0) return;
    const bytes = Buffer.concat(parts);
    for (const stream of viewers) if (this.#upToDate.has(stream)) stream.write(bytes);
  }

  /** An event for every heartbeat would reveal its exact time, which the published data hides. */
  #unlikeLastSent(ids: readonly string[], locations: readonly LiveLocation[]): LiveLocation[] {
    const texts = new Map(locations.map((each) => [each.id, JSON.stringify(each)]));
    const unlike = locations.filter(({ id }) => texts.get(id) !== this.#lastSent.get(id));
    for (const id of ids) {
      const text = texts.get(id);
      if (text === undefined) this.#lastSent.delete(id);
      else this.#lastSent.set(id, text);
    }
    return unlike;
  }
}
