import { Alert, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHandStop } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { formatUserName } from '#auth/web/account/user-labels.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { msg, t } from '#kernel/text.ts';
import { useClock } from '#platform/web/clock.ts';
import { pageMeta } from '#platform/web/page.ts';
import { showFieldErrors, showInvalidFields } from '#platform/web/ui/states/field-errors.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { PictureField } from './picture-field.tsx';
import { BasicFields, BusinessFields, LocationFields, PaymentFields } from './profile-fields.tsx';
import {
  mergeSaved,
  isChanged,
  hasUnsavedPosition,
  toProfileBody,
  validateProfile,
  type ProfileValues,
  toFormValues,
} from './profile-form-values.ts';
import { readProfileBack } from './profile-link.ts';
import classes from './profile.module.css';
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx';
import { useSaveProfile } from './use-save-profile.ts';
import { VerificationBadges } from './verification-badges.tsx';

export const meta = pageMeta(msg('Profile'));

export default function ProfilePage() {
  const { user } = useCurrentUser();
  const [search] = useSearchParams();
  const [hasNewPlace, setHasNewPlace] = useState(false);
  const back = readProfileBack(search);
  if (!user) return <LoadingState />;
  return (
    <>
      <PageHeader
        title={t('Profile')}
        back={back === null ? undefined : { to: back, label: getBackLabel(back) }}
        description={<VerificationBadges user={user} hasNewPlace={hasNewPlace} />}
      />
      {search.get('first_login') === 'true' ? (
        <Alert
          className={classes.panel}
          mb="lg"
          icon={<IconHandStop aria-hidden />}
          title={t('Welcome to Promenade!')}
        >
          {user.userType === 'marketer'
            ? t('Please complete your profile. All fields are required for marketers.')
            : t('Please complete your profile. Required fields are marked with a star.')}
        </Alert>
      ) : null}
      <Panel className={classes.panel}>
        {/* The key gives another account in the same browser a fresh form. */}
        <ProfileForm key={user.id} user={user} back={back} onPlace={setHasNewPlace} />
      </Panel>
    </>
  );
}

const getBackLabel = (path: string) =>
  path.startsWith('/campaigns/') ? t('Back to the campaign') : t('Back');

interface ProfileFormProps {
  user: CurrentUser;
  back: string | null;
  onPlace: (isNew: boolean) => void;
}

function ProfileForm({ user, back, onPlace }: ProfileFormProps) {
  const clock = useClock();
  const form = useForm<ProfileValues>({
    initialValues: toFormValues(user),
    validate: (values) => validateProfile(values, user, clock.now()),
  });
  const known = useRef(form.values);
  const saved = toFormValues(user);
  const follow = useEffectEvent(() => {
    form.setValues(mergeSaved(form.getValues(), known.current, saved));
    known.current = saved;
  });
  // Compare by content: the account has other fields that change, and validation errors should stay.
  const savedContent = JSON.stringify(saved);
  useEffect(() => follow(), [savedContent]);

  const hasNewPlace = hasUnsavedPosition(form.values, user);
  useEffect(() => onPlace(hasNewPlace), [hasNewPlace, onPlace]);

  const identity = useIdentityConfirmation();
  const save = useSaveProfile(user, identity, back, (error) => showFieldErrors(form, error));
  const [isPhotoBusy, setIsPhotoBusy] = useState(false);
  const [isLogoBusy, setIsLogoBusy] = useState(false);
  const send = (values: ProfileValues) => {
    if (isPhotoBusy || isLogoBusy) {
      // Saving opens the dashboard, which would abort the upload.
      showToast({
        title: t('Not saved yet'),
        message: t('Your picture is still uploading. Save again in a moment.'),
      });
      return;
    }
    // After success the dashboard is about to open, so don't save twice.
    if (!save.isPending && !save.isSuccess) save.mutate({ body: toProfileBody(values, user) });
  };
  return (
    <>
      <div className={classes.picture}>
        <PictureField
          kind="photo"
          name={formatUserName(user)}
          url={user.profileImageUrl}
          onBusy={setIsPhotoBusy}
        />
      </div>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(send, (errors) => showInvalidFields(form, errors))}
      >
        <BasicFields form={form} email={user.email} isMarketer={user.userType === 'marketer'} />
        <LocationFields form={form} user={user} />
        {user.userType === 'marketer' ? <PaymentFields form={form} user={user} /> : null}
        {user.userType === 'advertiser' ? (
          <BusinessFields form={form} user={user} onBusy={setIsLogoBusy} />
        ) : null}
        <Button type="submit" size="lg" loading={save.isPending}>
          {t('Save profile')}
        </Button>
      </form>
      {identity.dialog}
      <UnsavedChangesDialog isUnsaved={!save.isSuccess && isChanged(form.values, saved)} />
    </>
  );
}
