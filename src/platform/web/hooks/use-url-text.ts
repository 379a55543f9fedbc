import { useEffect, useEffectEvent, useState } from 'react';
import { useClock } from '../clock.ts';

const REST_MS = 300;

/**
 * The address changes when the user pauses typing. If it changes otherwise, such as by Clear Filters, the field takes
 * its text. The field ignores its own text when it comes back from the address, because the user may have typed more by
 * then.
 */
export function useUrlText(
  value: string,
  tell: (text: string) => void,
): readonly [text: string, setText: (text: string) => void] {
  const clock = useClock();
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== told) {
      setText(value);
      setTold(value);
    }
  }
  const tellText = useEffectEvent(() => {
    setTold(text);
    tell(text);
  });
  useEffect(() => {
    if (text === told) return undefined;
    return clock.after(REST_MS, tellText);
  }, [clock, text, told]);
  return [text, setText];
}
