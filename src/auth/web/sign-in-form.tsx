import { Button, Radio, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconArrowRight, IconMapPinCheck, IconSpeakerphone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { textOf } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/field-errors.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { ChoosableType, requestSignIn } from '../contract.ts';
import classes from './sign-in-form.module.css';

interface Values {
  email: string;
  userType: ChoosableType | '';
}

/** Email and role; the server then mails a code, which the next screen takes. */
export function SignInForm() {
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { email: '', userType: '' },
    validate: schemaResolver(requestSignIn.body, { sync: true }),
  });
  const request = useCallMutation(requestSignIn, {
    onSuccess: (_, { body: { email } }) =>
      navigate(`/auth/email-confirmation?${new URLSearchParams({ email })}`),
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      showToast({
        title: 'Sign In Failed',
        message: textOf(error, 'Something went wrong. Please try again.'),
        tone: 'error',
      });
    },
  });
  const send = ({ email, userType }: Values) => {
    // After success the next screen is on its way; a second click would end the code that was just mailed.
    if (userType === '' || request.isPending || request.isSuccess) return;
    request.mutate({ body: { email: email.trim(), userType } });
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(send, (errors) => {
        if (errors['email']) form.getInputNode('email')?.focus();
      })}
    >
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="you@example.com"
        {...form.getInputProps('email')}
      />
      <Radio.Group
        label="How do you want to join?"
        description="For a new account. If you have one, you keep its type."
        {...form.getInputProps('userType')}
      >
        <div className={classes.roles}>
          {choices.map(({ userType, name, text, icon }) => (
            <Radio.Card className={classes.role} value={userType} key={userType}>
              <span className={classes.roleTop}>
                {icon}
                <Radio.Indicator />
              </span>
              <span className={classes.roleName}>{name}</span>
              <span className={classes.roleText}>{text}</span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <Button
        type="submit"
        size="lg"
        loading={request.isPending}
        rightSection={<IconArrowRight size={20} aria-hidden />}
      >
        Continue with email
      </Button>
    </form>
  );
}

const choices: readonly { userType: ChoosableType; name: string; text: string; icon: ReactNode }[] = [
  {
    userType: ChoosableType.enum.marketer,
    name: 'Marketer',
    text: 'Wear or post for brands and get paid.',
    icon: <IconMapPinCheck size={26} aria-hidden />,
  },
  {
    userType: ChoosableType.enum.advertiser,
    name: 'Advertiser',
    text: 'Fund campaigns and see them happen.',
    icon: <IconSpeakerphone size={26} aria-hidden />,
  },
];
