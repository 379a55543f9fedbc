import { Loader } from '@mantine/core';
import classes from './states.module.css';

export function LoadingState({ text = 'Loading...' }: { text?: string }) {
  return (
    <output className={classes.state}>
      <Loader aria-hidden />
      <span className={classes.text}>{text}</span>
    </output>
  );
}
