import { useEffect, useState } from 'react';
import { useClock } from '../clock.ts';

export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const clock = useClock();
  const [rested, setRested] = useState(value);
  useEffect(() => clock.after(milliseconds, () => setRested(value)), [clock, value, milliseconds]);
  return rested;
}
