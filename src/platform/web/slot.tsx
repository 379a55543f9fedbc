import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

export interface Slot<Props> {
  (props: Props & { fallback?: ReactNode }): ReactNode;
  /**
   * Returns a function that removes the component. Only main/pages.tsx calls this, with lazy components, so that pages
   * load only what they show.
   */
  fill(component: ComponentType<Props>): () => void;
}

/**
 * Returns a slot: a place in a screen of an earlier domain for components of later domains.
 * `export const CampaignActions = createSlot<{ campaign: Campaign }>('campaign-actions')` is rendered as
 * `<CampaignActions campaign={campaign} />` and filled in main/pages.tsx by `CampaignActions.fill(lazy(…))`.
 */
export function createSlot<Props extends object>(name: string): Slot<Props> {
  let fills: readonly ComponentType<Props>[] = [];
  const listeners = new Set<() => void>();

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  function SlotView({ fallback = null, ...props }: Props & { fallback?: ReactNode }): ReactNode {
    const components = useSyncExternalStore(
      subscribe,
      () => fills,
      () => fills,
    );
    if (components.length === 0) return fallback;
    return components.map((Component, index) => {
      // Props & { fallback } without `fallback` is Props.
      return <Component key={`${name}-${index}`} {...(props as unknown as Props)} />;
    });
  }

  return Object.assign(SlotView, {
    displayName: `Slot(${name})`,
    fill: (component: ComponentType<Props>) => {
      if (fills.includes(component)) throw new Error(`slot ${name} is filled twice with the same component`);
      const change = (next: typeof fills) => {
        fills = next;
        for (const listener of listeners) listener();
      };
      change([...fills, component]);
      return () => change(fills.filter((filled) => filled !== component));
    },
  });
}
