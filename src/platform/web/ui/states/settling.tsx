import { useIsFetching } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { t } from '#kernel/text.ts';
import { useClock } from '../../clock.ts';
import classes from './settling.module.css';

type Register = () => () => void;
const SettlingContext = createContext<Register | null>(null);

/** A part that appears at once can start another one in the next frame. */
const CALM_MS = 60;
/** Slow parts appear later than the rest, because an empty page for longer would be worse than a jump. */
const LONGEST_MS = 4000;

interface SettlingProps {
  isOn: boolean;
  children: ReactNode;
}

/**
 * Nothing jumps: all of the screen appears at once. The hidden screen has its place and loads, but cannot be focused.
 */
export function Settling({ isOn, children }: SettlingProps) {
  const clock = useClock();
  const [isSettled, setSettled] = useState(!isOn);
  const [parts, setParts] = useState(0);
  const [register] = useState<Register>(() => () => {
    setParts((count) => count + 1);
    return () => setParts((count) => count - 1);
  });
  const queries = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  const isCalm = queries === 0 && parts === 0;
  useEffect(
    () => (isSettled || !isCalm ? undefined : clock.after(CALM_MS, () => setSettled(true))),
    [clock, isSettled, isCalm],
  );
  useEffect(
    () => (isSettled ? undefined : clock.after(LONGEST_MS, () => setSettled(true))),
    [clock, isSettled],
  );
  return (
    <SettlingContext value={isSettled ? null : register}>
      <div className={classes.screen} data-settling={isSettled ? undefined : true}>
        {isSettled ? null : <PageSkeleton />}
        <div className={classes.content}>{children}</div>
      </div>
    </SettlingContext>
  );
}

/** Keeps the screen around it hidden while it is mounted. */
export function LoadingPart() {
  useLoadingPart();
  return null;
}

export function useLoadingPart(): void {
  const register = useContext(SettlingContext);
  useEffect(() => register?.(), [register]);
}

export function useIsSettled(): boolean {
  return useContext(SettlingContext) === null;
}

function PageSkeleton() {
  return (
    <output className={classes.skeleton}>
      <span className={classes.text}>{t('Loading...')}</span>
      <span className={classes.title} aria-hidden />
      <span className={classes.block} aria-hidden />
      <span className={classes.block} aria-hidden />
      <span className={classes.block} aria-hidden />
    </output>
  );
}
