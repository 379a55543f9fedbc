import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t, type Message } from '#kernel/text.ts';
import row from '#platform/web/ui/layout/scrolling-row.module.css';
import { useActiveTabInView } from '#platform/web/ui/use-active-tab-in-view.ts';

/** The first view is shown without the parameter. */
export type Views<View extends string> = readonly [
  { value: View; label: Message },
  ...{ value: View; label: Message }[],
];

interface Props<View extends string> {
  label: string;
  name: string;
  views: Views<View>;
}

export function nameView<View extends string>(views: Views<View>, view: View): string | undefined {
  const found = views.find(({ value }) => value === view);
  return found && t(found.label);
}

export function useViewSwitch<View extends string>({ label, name, views }: Props<View>) {
  const [search, setSearch] = useSearchParams();
  const [first] = views;
  const view = (views.find(({ value }) => value === search.get(name)) ?? first).value;
  const list = useActiveTabInView(view);
  const viewSwitch = (
    <div className={row.row} ref={list}>
      <SegmentedControl
        aria-label={label}
        radius="xl"
        w="fit-content"
        data={views.map(({ value, label: text }) => ({ value, label: t(text) }))}
        value={view}
        onChange={(chosen) =>
          setSearch(
            (present) => {
              const next = new URLSearchParams(present);
              if (chosen === first.value) next.delete(name);
              else next.set(name, chosen);
              return next;
            },
            { replace: true, preventScrollReset: true },
          )
        }
      />
    </div>
  );
  return { view, viewSwitch };
}
