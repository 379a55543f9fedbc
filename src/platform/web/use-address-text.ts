import { useEffect, useEffectEvent, useState } from 'react';
import { useClock } from './clock.ts';

/** How long the typing must rest before it is told. */
const REST_MS = 300;

/**
 * The text of a field that stands in the address, as [text, setText]: what is typed is told once the typing rests. Where the
 * address changes by something else, such as Clear Filters, its text is taken over; what was told comes back from it late,
 * when more may have been typed, and changes nothing.
 */
export function useAddressText(
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
