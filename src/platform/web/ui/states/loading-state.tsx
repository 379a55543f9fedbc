import { Loader } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useLoadingPart } from './settling.tsx';
import classes from './states.module.css';

export function LoadingState({ text = t('Loading...') }: { text?: string }) {
  useLoadingPart();
  return (
    <output className={classes.state}>
      <Loader aria-hidden />
      <span className={classes.text}>{text}</span>
    </output>
  );
}
