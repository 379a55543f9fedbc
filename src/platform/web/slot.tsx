import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

export interface Slot<Props> {
  /** Draws every fill in the order of filling; `fallback` while there is none. */
  (props: Props & { fallback?: ReactNode }): ReactNode;
  /** Only main/pages.tsx calls this. Give it a lazy component, so that no page loads what it does not show. */
  fill(component: ComponentType<Props>): void;
}

/**
 * A typed hole in a screen of an earlier domain that main fills with parts of later ones:
 * `export const CampaignActions = createSlot<{ campaign: Campaign }>('campaign-actions')`, drawn as
 * `<CampaignActions campaign={campaign} />`, filled in main/pages.tsx by `CampaignActions.fill(lazy(…))`.
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
      // What is left of the intersection after taking `fallback` out is Props.
      return <Component key={`${name}-${index}`} {...(props as unknown as Props)} />;
    });
  }

  return Object.assign(SlotView, {
    displayName: `Slot(${name})`,
    fill: (component: ComponentType<Props>) => {
      if (fills.includes(component)) throw new Error(`slot ${name} is filled twice with the same component`);
      fills = [...fills, component];
      for (const listener of listeners) listener();
    },
  });
}
