import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isCompleteCode } from './code-field.tsx';

/**
 * A complete code is sent automatically. `send` must do nothing while a code is being checked. It calls `select` if the
 * code was refused: the text stays, selected, so that the next digit starts a new code.
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
    startOver: () => {
      setCode('');
      setIsIncomplete(false);
      input.current?.focus();
    },
  };
}
