import { Table } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '#kernel/text.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { ScrollingTable } from '#platform/web/ui/scrolling-table.tsx';
import type { YearSummary } from '../../year-contract.ts';
import classes from './year.module.css';

type Sums = YearSummary['totals'];

interface YearTableProps {
  title: string;
  heading: string;
  rows: readonly { key: string; name: string; to?: string; sums: Sums }[];
  total: Sums;
}

export function YearTable({ title, heading, rows, total }: YearTableProps) {
  return (
    <ScrollingTable title={title} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{heading}</Table.Th>
          <Table.Th scope="col">{t('Gigs')}</Table.Th>
          <Table.Th scope="col">{t('Pay')}</Table.Th>
          <Table.Th scope="col">{t('Tips')}</Table.Th>
          <Table.Th scope="col">{t('Total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, to, sums }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">
              {to === undefined ? (
                name
              ) : (
                <Link className={classes.name} to={to}>
                  {name}
                </Link>
              )}
            </Table.Th>
            {isZero(sums) ? <EmptyCells /> : <Cells sums={sums} />}
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('Year')}</Table.Th>
          <Cells sums={total} />
        </Table.Tr>
      </Table.Tfoot>
    </ScrollingTable>
  );
}

function Cells({ sums: { gigs, pay, tips, total } }: { sums: Sums }) {
  return (
    <>
      <Table.Td>{gigs}</Table.Td>
      <Table.Td>
        <Money amount={pay} />
      </Table.Td>
      <Table.Td>
        <Money amount={tips} />
      </Table.Td>
      <Table.Td>
        <Money amount={total} />
      </Table.Td>
    </>
  );
}

const isZero = ({ gigs, pay, tips, total }: Sums) =>
  gigs === 0 && [pay, tips, total].every((amount) => amount === '0.00');

function EmptyCells() {
  return ['gigs', 'pay', 'tips', 'total'].map((column) => <Table.Td key={column}>–</Table.Td>);
}
