import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isCompleteCode } from './code-field.tsx';

/**
 * What a form around a code field does: it has the focus, sends a complete code by itself or at the press of its button,
 * and says so where the button is pressed too early. `send` must do nothing while a code is on its way; it calls `select`
 * where the code was refused: what was typed stays, selected, so that the next digit begins a new code.
 */
export function useCodeForm(send: (code: string, select: () => void) => void) {
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onComplete = (complete: string) => send(complete, () => input.current?.select());
  return {
    field: {
      ref: input,
      value: code,
      onChange: (digits: string) => {
        setCode(digits);
        setIsIncomplete(false);
      },
      onComplete,
      isIncomplete,
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (isCompleteCode(code)) return onComplete(code);
      setIsIncomplete(true);
      input.current?.focus();
    },
    /** Empties the field, for the next code. */
    startOver: () => {
      setCode('');
      setIsIncomplete(false);
      input.current?.focus();
    },
  };
}
