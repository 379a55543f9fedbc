import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/states/field-errors.ts';
import { showErrorToast } from '#platform/web/ui/states/toast.ts';
import { type ChoosableType, requestSignIn, SignInRequest } from '../../sign-in-contract.ts';
import classes from './sign-in-form.module.css';
import { TypeChoice } from './type-choice.tsx';

interface Values {
  email: string;
  userType: ChoosableType | '';
}

export function SignInForm() {
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { email: '', userType: '' },
    validate: schemaResolver(SignInRequest, { sync: true }),
  });
  const request = useCallMutation(requestSignIn, {
    onSuccess: (_, { body: { email } }) =>
      navigate(`/auth/email-confirmation?${new URLSearchParams({ email })}`),
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      showErrorToast(error, t('Something went wrong. Please try again.'), t('Sign In Failed'));
    },
  });
  const send = ({ email, userType }: Values) => {
    // The next screen is already loading, and a second request would end the code that was just mailed.
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
        label={t('Email')}
        type="email"
        name="email"
        autoComplete="email"
        placeholder="you@example.com"
        {...form.getInputProps('email')}
      />
      <TypeChoice
        label={t('How do you want to join?')}
        description={t('For new accounts only. Existing accounts keep their type.')}
        {...form.getInputProps('userType')}
      />
      <p className={classes.change}>
        {rich('Want to switch an existing account? <change>Change account type</change>', {
          change: <Link to="/change-user-type" />,
        })}
      </p>
      <Button
        type="submit"
        size="lg"
        loading={request.isPending}
        rightSection={<IconArrowRight size={20} aria-hidden />}
      >
        {t('Continue with email')}
      </Button>
    </form>
  );
}
