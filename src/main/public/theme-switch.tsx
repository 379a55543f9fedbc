import { useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { msg, t } from '#kernel/text.ts';
import { useIsPrerendering } from '../frame/prerendering.ts';
import { LineIcon } from './line-icon.tsx';
import classes from './theme-switch.module.css';

const choices = [
  { value: 'auto', label: msg('System'), icon: 'system' },
  { value: 'light', label: msg('Light'), icon: 'sun' },
  { value: 'dark', label: msg('Dark'), icon: 'moon' },
] as const;

type Choice = (typeof choices)[number]['value'];

interface Chosen {
  value: Choice;
  onChoose: (choice: Choice) => void;
}

export function ThemeSwitch() {
  return useIsPrerendering() ? <Choices chosen={null} /> : <AppThemeSwitch />;
}

function AppThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return <Choices chosen={{ value: colorScheme, onChoose: setColorScheme }} />;
}

function Choices({ chosen }: { chosen: Chosen | null }) {
  const name = useId();
  return (
    <fieldset className={classes.switch} data-needs-script={chosen === null || undefined}>
      <legend className={classes.legend}>{t('Theme')}</legend>
      {choices.map(({ value, label, icon }) => (
        <label className={classes.choice} key={value} title={t(label)}>
          <input
            className={classes.input}
            type="radio"
            name={name}
            value={value}
            data-theme-choice={chosen === null || undefined}
            {...(chosen
              ? { checked: chosen.value === value, onChange: () => chosen.onChoose(value) }
              : { defaultChecked: value === 'auto' })}
          />
          <LineIcon name={icon} size={18} />
          <span className={classes.label}>{t(label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
