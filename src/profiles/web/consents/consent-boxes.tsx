import { Checkbox, List, Text } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { PUBLISHED_ACCURACY_METERS } from '../../contract.ts';
import { TextLink } from './text-link.tsx';

interface ConsentBoxProps {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function TextsBox({ checked, onChange }: ConsentBoxProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={rich('I accept the <terms>Terms of Service</terms> and the <privacy>Privacy Policy</privacy>', {
        terms: <TextLink to="/terms" />,
        privacy: <TextLink to="/privacy" />,
      })}
    />
  );
}

export function AdultBox({ checked, onChange }: ConsentBoxProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t('I am 18 or older')}
    />
  );
}

export function LocationBox({ checked, onChange }: ConsentBoxProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t('I agree to share my location in this way during campaigns')}
    />
  );
}

export function LocationFacts() {
  return (
    <>
      <List spacing="xs">
        <List.Item>
          {rich(
            '<b>What and when:</b> We receive your location only between Start Tracking and Stop Tracking, and once each time you press Verify Location in your profile. During the session we store your exact route, to prove your presence. A campaign that you can start also reads your location and keeps it in this browser.',
            bold,
          )}
        </List.Item>
        <List.Item>
          {rich(
            '<b>Who sees it:</b> Only you see the exact route, and an administrator in a dispute, who must give a reason. You are told of it once the dispute is decided. Advertisers never get the route. The advertiser sees whether you are inside the campaign area and, only once you are near the campaign, an approximate location, accurate to about {meters} m. Your name is not on the map. After the session, the advertiser still sees a summary with your proof and, without names, which areas of about 0.7 square kilometers the campaign’s marketers were in every ten minutes. Anyone with the campaign’s report sees these areas and minutes, without names.',
            bold,
            { meters: PUBLISHED_ACCURACY_METERS },
          )}
        </List.Item>
        <List.Item>
          {rich(
            '<b>How long:</b> We delete the route 30 days after your proof is decided, or 30 days after the campaign ends if you send none. To detect copied tracks, we keep its smoothed shape until then, and hashes of how you moved until your account is deleted. They are never shown to anyone. You can withdraw at any time. That ends a running session and deletes the route, its shape, and the hashes at once. The summary and the areas shown until then stay.',
            bold,
          )}
        </List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {rich('More in the <link>Privacy Policy</link>.', {
          link: <TextLink to="/privacy" />,
        })}
      </Text>
    </>
  );
}

const bold = { b: <b /> };
