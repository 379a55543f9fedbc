import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import classes from './money/money.module.css';

/** The first view is shown without the parameter. */
export type Views<View extends string> = readonly [
  { value: View; label: string },
  ...{ value: View; label: string }[],
];

interface Props<View extends string> {
  label: string;
  /** The query parameter that selects the view. */
  name: string;
  views: Views<View>;
}

/** Returns the view that the address selects, and the switch that changes the address. */
export function useViewSwitch<View extends string>({ label, name, views }: Props<View>) {
  const [search, setSearch] = useSearchParams();
  const [first] = views;
  const view = (views.find(({ value }) => value === search.get(name)) ?? first).value;
  const viewSwitch = (
    <div className={classes.views}>
      <SegmentedControl
        aria-label={label}
        radius="xl"
        w="fit-content"
        data={[...views]}
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
