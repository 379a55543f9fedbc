import { Table } from '@mantine/core';
import { ScrollingTable } from '#platform/web/ui/scrolling-table.tsx';
import { type ChartContent, formatFigure } from './chart-content.ts';
import classes from './chart-panel.module.css';

export function ChartTable({ title, content }: { title: string; content: ChartContent }) {
  const { heading, series, rows, layout = 'time' } = content;
  const ordered = layout === 'time' ? rows.toReversed() : rows;
  return (
    <ScrollingTable title={title} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{heading}</Table.Th>
          {series.map(({ key, label }) => (
            <Table.Th scope="col" key={key}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ordered.map(({ name, title: longName = name, key: rowKey = longName, values }) => (
          <Table.Tr key={rowKey}>
            <Table.Th scope="row">{longName}</Table.Th>
            {series.map(({ key, unit }) => {
              const value = values[key] ?? null;
              return <Table.Td key={key}>{value === null ? '–' : formatFigure(value, unit)}</Table.Td>;
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollingTable>
  );
}
