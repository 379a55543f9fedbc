import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { hasNameAndPhoto } from '../contract.ts';
import { useProfileLink } from './profile-link.ts';

type Named = Pick<CurrentUser, 'firstName' | 'lastName' | 'profileImageUrl'>;

/** Says what the profile still needs before the user can apply, with a link there. */
export function NameAndPhotoNeed({ user }: { user: Named }) {
  const link = useProfileLink();
  if (hasNameAndPhoto(user)) return null;
  const isNamed = hasNameAndPhoto({ ...user, profileImageUrl: '' });
  const lacks = [...(isNamed ? [] : ['your full name']), ...(user.profileImageUrl ? [] : ['a photo'])];
  return (
    <>
      To apply,{' '}
      <Anchor component={Link} to={link} underline="always">
        add {lacks.join(' and ')}
      </Anchor>
      .
    </>
  );
}
