import { Alert, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHandStop } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { useClock } from '#platform/web/clock.ts';
import { showFieldErrors, showIncomplete } from '#platform/web/ui/field-errors.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { BasicFields, BusinessFields, LocationFields, PaymentFields } from './profile-fields.tsx';
import { profileBody, profileErrors, type ProfileValues, profileValues } from './profile-form-values.ts';
import classes from './profile.module.css';
import { useSaveProfile } from './use-save-profile.ts';
import { VerificationBadges } from './verification-badges.tsx';

/** /profile: who one is, where one lives, and how one is paid or what business one speaks for. */
export function ProfilePage() {
  const { user } = useCurrentUser();
  const [search] = useSearchParams();
  if (!user) return <LoadingState />;
  return (
    <>
      <PageHeader title="Profile" description={<VerificationBadges user={user} />} />
      {search.get('first_login') === 'true' ? (
        <Alert
          className={classes.panel}
          color="ember"
          mb="lg"
          icon={<IconHandStop aria-hidden />}
          title="Welcome to Promenade!"
        >
          Please complete your profile. All fields are required for marketers.
        </Alert>
      ) : null}
      <Panel className={classes.panel}>
        <ProfileForm user={user} />
      </Panel>
    </>
  );
}

function ProfileForm({ user }: { user: CurrentUser }) {
  const clock = useClock();
  const form = useForm<ProfileValues>({
    initialValues: profileValues(user),
    validate: (values) => profileErrors(values, user, clock.now()),
  });
  const identity = useIdentityConfirmation();
  const save = useSaveProfile(identity, (error) => showFieldErrors(form, error));
  const send = (values: ProfileValues) => {
    // After success the dashboard is about to open.
    if (!save.isPending && !save.isSuccess) save.mutate({ body: profileBody(values, user) });
  };
  return (
    <>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(send, (errors) => showIncomplete(form, errors))}
      >
        <BasicFields form={form} email={user.email} isMarketer={user.userType === 'marketer'} />
        <LocationFields form={form} />
        {user.userType === 'marketer' ? <PaymentFields form={form} /> : null}
        {user.userType === 'advertiser' ? <BusinessFields form={form} /> : null}
        <Button type="submit" size="lg" loading={save.isPending}>
          Save Profile
        </Button>
      </form>
      {identity.dialog}
    </>
  );
}
