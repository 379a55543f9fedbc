import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { rich } from '#platform/web/rich.ts';
import { hasNameAndPhoto } from '../contract.ts';
import { useProfileLink } from './profile-link.ts';

type Named = Pick<CurrentUser, 'firstName' | 'lastName' | 'profileImageUrl'>;

export function NameAndPhotoNeed({ user }: { user: Named }) {
  const link = useProfileLink();
  if (hasNameAndPhoto(user)) return null;
  const isNamed = hasNameAndPhoto({ ...user, profileImageUrl: '' });
  return rich(
    isNamed
      ? 'To apply, <link>add a photo</link>.'
      : user.profileImageUrl
        ? 'To apply, <link>add your full name</link>.'
        : 'To apply, <link>add your full name and a photo</link>.',
    {
      link: <Anchor component={Link} to={link} underline="always" />,
    },
  );
}
