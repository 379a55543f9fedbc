import { Anchor, Button } from '@mantine/core';
import { IconPlus, IconReceipt, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CurrentUser } from '#auth/contract.ts';
import { formatUserName } from '#auth/web/account/user-labels.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { Monogram } from '#platform/web/ui/monogram.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import classes from './advertiser-panels.module.css';
import { Fact, Facts } from '../page/campaign-facts.tsx';

export function AdvertiserProfile({ user, teamMembers }: { user: CurrentUser; teamMembers: number }) {
  const name = user.businessName || formatUserName(user);
  const place = [user.city, user.state].filter(Boolean).join(', ');
  const people = t('{count, plural, one {# person} other {# people}}', { count: teamMembers });
  return (
    <Panel>
      <div className={classes.who}>
        <Monogram name={name} size={56} imageUrl={user.logoUrl ?? user.profileImageUrl} />
        <div className={classes.names}>
          <h2 className={classes.name}>{name}</h2>
          {name === user.email ? null : <p className={classes.line}>{user.email}</p>}
          <p className={classes.line}>{place || t('Location not set')}</p>
        </div>
      </div>
      <Facts>
        <Fact name={t('Team')}>
          <Anchor
            component={Link}
            to="/team"
            className={classes.team}
            aria-label={t('Team: {people}', { people })}
          >
            {people}
          </Anchor>
        </Fact>
        <Fact name={t('Industry')}>{industryName(user.businessType)}</Fact>
      </Facts>
      <Button component={Link} to="/profile" variant="default" size="sm" fullWidth mt={16}>
        {t('Edit Profile')}
      </Button>
    </Panel>
  );
}

export function QuickActions() {
  return (
    <Panel title={t('Quick actions')}>
      <div className={classes.actions}>
        <Button
          component={Link}
          to="/create-campaign"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('Create New Campaign')}
        </Button>
        <Button
          component={Link}
          to="/marketers"
          variant="default"
          leftSection={<IconUsers size={18} aria-hidden />}
        >
          {t('Browse Marketers')}
        </Button>
        <Button
          component={Link}
          to="/payment-history"
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
        >
          {t('Payment history')}
        </Button>
      </div>
    </Panel>
  );
}

const industries: Readonly<Record<string, Message>> = {
  food_beverage: msg('Food & beverage'),
  retail: msg('Retail'),
  technology: msg('Technology'),
  agency: msg('Agency'),
  fashion: msg('Fashion'),
  fitness: msg('Fitness'),
  automotive: msg('Automotive'),
  entertainment: msg('Entertainment'),
  other: msg('Other'),
};

function industryName(businessType: string | null): string {
  return businessType ? formatIndustry(businessType) : t('Not set');
}

function formatIndustry(businessType: string): string {
  const name = industries[businessType];
  return name ? t(name) : businessType;
}
