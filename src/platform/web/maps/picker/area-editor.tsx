import { ActionIcon, Button, Select } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { cornerLimits } from '#kernel/geometry/polygon.ts';
import { t } from '#kernel/text.ts';
import type { MapPoint } from '../markers/map-model.ts';
import classes from './area-editor.module.css';
import { roundPoint } from './location-value.ts';

const STEP_METERS = 10;

interface AreaEditorProps {
  corners: readonly MapPoint[];
  selected: number;
  problem: string | null;
  canUndo: boolean;
  onSelect(index: number): void;
  onChange(corners: MapPoint[]): void;
  onSplit(): void;
  onUndo(): void;
  onReset(): void;
}

/** For the keyboard, touch and screen readers, without the map. */
export function AreaEditor(props: AreaEditorProps) {
  const { corners, selected, problem, canUndo, onSelect, onChange, onSplit, onUndo, onReset } = props;
  const corner = corners[selected] ?? corners[0];
  const move = (east: number, north: number) => {
    if (corner) onChange(corners.with(selected, roundPoint(movePoint(corner, east, north))));
  };
  const directions = [
    { label: t('Move the corner 10 m north'), Icon: IconArrowUp, step: [0, STEP_METERS] },
    { label: t('Move the corner 10 m south'), Icon: IconArrowDown, step: [0, -STEP_METERS] },
    { label: t('Move the corner 10 m west'), Icon: IconArrowLeft, step: [-STEP_METERS, 0] },
    { label: t('Move the corner 10 m east'), Icon: IconArrowRight, step: [STEP_METERS, 0] },
  ] as const;
  return (
    <fieldset className={classes.editor} aria-label={t('Corners of the area')}>
      <div className={classes.row}>
        <Select
          className={classes.corner}
          aria-label={t('Corner')}
          data={corners.map((_, index) => ({
            value: String(index),
            label: t('Corner {number}', { number: index + 1 }),
          }))}
          value={String(selected)}
          allowDeselect={false}
          onChange={(chosen) => onSelect(Number(chosen ?? 0))}
        />
        {directions.map(({ label, Icon, step: [east, north] }) => (
          <ActionIcon
            key={label}
            variant="default"
            size="lg"
            aria-label={label}
            title={label}
            onClick={() => move(east, north)}
          >
            <Icon size={18} stroke={1.8} />
          </ActionIcon>
        ))}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Add a corner after this one')}
          title={t('Add a corner after this one')}
          disabled={corners.length >= cornerLimits.most}
          onClick={onSplit}
        >
          <IconPlus size={18} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Remove the corner')}
          title={t('Remove the corner')}
          disabled={corners.length <= cornerLimits.least}
          onClick={() => {
            onChange(corners.toSpliced(selected, 1));
            onSelect(Math.max(0, selected - 1));
          }}
        >
          <IconTrash size={18} stroke={1.8} />
        </ActionIcon>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<IconArrowBackUp size={16} stroke={1.8} />}
          disabled={!canUndo}
          onClick={onUndo}
        >
          {t('Undo')}
        </Button>
        <Button variant="subtle" color="gray" size="sm" onClick={onReset}>
          {t('Start again')}
        </Button>
        <span className={classes.count} aria-live="polite">
          {t('{count} of {most} corners', { count: corners.length, most: cornerLimits.most })}
        </span>
      </div>
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
