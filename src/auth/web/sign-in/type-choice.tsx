import { Radio, type RadioGroupProps } from '@mantine/core';
import { IconMapPinCheck, IconSpeakerphone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { msg, t, type Message } from '#kernel/text.ts';
import type { ChoosableType } from '../../sign-in-contract.ts';
import classes from './type-choice.module.css';

export function TypeChoice(props: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group {...props}>
      <div className={classes.types}>
        {choices.map(({ userType, name, text, icon }) => (
          <Radio.Card className={classes.type} value={userType} key={userType}>
            <span className={classes.top}>
              {icon}
              <Radio.Indicator />
            </span>
            <span className={classes.name}>{t(name)}</span>
            <span className={classes.text}>{t(text)}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

const choices: readonly { userType: ChoosableType; name: Message; text: Message; icon: ReactNode }[] = [
  {
    userType: 'marketer',
    name: msg('Marketer'),
    text: msg('Wear or post for brands and get paid.'),
    icon: <IconMapPinCheck size={26} aria-hidden />,
  },
  {
    userType: 'advertiser',
    name: msg('Advertiser'),
    text: msg('Fund campaigns and follow them live.'),
    icon: <IconSpeakerphone size={26} aria-hidden />,
  },
];
