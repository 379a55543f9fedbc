import { BarChart, CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { type ChartContent, formatFigure, getChartColor } from './chart-content.ts';

/** More bars would not fit the height. The table has all rows. */
const MOST_STAGES = 8;

/** Only chart-panel.tsx imports this file, and only once a chart is visible. */
export function ChartDrawing({ content, height }: { content: ChartContent; height: number }) {
  const drawn = content.series.filter(({ shape }) => shape !== 'none');
  const unit = drawn[0]?.unit ?? 'count';
  const isTime = content.layout !== 'stages';
  const rows = isTime ? content.rows : content.rows.slice(0, MOST_STAGES);
  const figures = { allowDecimals: unit !== 'count', tickFormatter: toTick };
  const common = {
    h: height,
    data: rows.map(({ name, values }) => ({ name, ...values })),
    dataKey: 'name',
    valueFormatter: (value: number) => formatFigure(value, unit),
    withLegend: drawn.length > 1,
    legendProps: { verticalAlign: 'bottom' as const, itemSorter: null },
    // The table is for the keyboard and for screen readers.
    accessibilityLayer: false,
  };

  function toTick(value: number) {
    return formatFigure(value, unit, { short: true });
  }

  if (!isTime) {
    return (
      <BarChart
        {...common}
        orientation="vertical"
        gridAxis="none"
        series={drawn.map(({ key, label, color }) => ({ name: key, label, color: getChartColor(color) }))}
        // The bars have their values, so the axis only sets the scale: the longest bar fills the width.
        withXAxis={false}
        xAxisProps={{ ...figures, domain: [0, 'dataMax'] }}
        yAxisProps={{ width: 112 }}
        withBarValueLabel
        barChartProps={{ margin: { right: 64 } }}
        maxBarWidth={28}
        referenceLines={
          content.reference
            ? [
                {
                  x: content.reference,
                  color: 'var(--secondary)',
                  strokeDasharray: '4 4',
                  ifOverflow: 'extendDomain',
                },
              ]
            : []
        }
      />
    );
  }
  return (
    <CompositeChart
      {...common}
      series={drawn.map(({ key, label, color, shape }) => ({
        name: key,
        label,
        color: getChartColor(color),
        type: shape === 'none' ? 'line' : shape,
      }))}
      barProps={{ ...(content.isStacked ? { stackId: 'bars' } : {}), maxBarSize: 28 }}
      areaProps={{ ...(content.isStacked ? { stackId: 'areas' } : {}), fillOpacity: 0.18 }}
      // Pay is negative if disputes took back more than was released. The margin is for the axis labels, which the
      // library moves 10 pixels to the left of the width that it measures.
      composedChartProps={{ stackOffset: 'sign', margin: { left: 10 } }}
      curveType="linear"
      // A week between two without a figure would not be visible as a line.
      withDots={drawn.every(({ shape }) => shape === 'line')}
      connectNulls={false}
      xAxisProps={{ minTickGap: 20, interval: 'preserveStartEnd' }}
      yAxisProps={{ ...figures, width: 'auto' }}
    />
  );
}
