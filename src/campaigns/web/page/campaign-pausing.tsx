import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { showErrorToast, showToast } from '#platform/web/ui/states/toast.ts';
import { type Campaign, getCampaign, listCampaigns, listOwnCampaigns } from '../../contract.ts';
import { pauseCampaign, resumeCampaign } from '../../pause-contract.ts';
import { BusyButton } from './busy-button.tsx';
import classes from './campaign-page.module.css';

const changed = [getCampaign, listCampaigns, listOwnCampaigns];

export function CampaignPausing({ campaign }: { campaign: Campaign }) {
  const { can, pausedSince } = campaign;
  const onError = (error: unknown) =>
    showErrorToast(error, t('We couldn’t change the campaign. Please try again.'));
  const pause = useCallMutation(pauseCampaign, {
    invalidates: changed,
    onSuccess: () =>
      showToast({
        title: t('Campaign paused'),
        message: t('No new marketers can join until you resume it.'),
        tone: 'success',
      }),
    onError,
  });
  const resume = useCallMutation(resumeCampaign, {
    invalidates: changed,
    onSuccess: () =>
      showToast({
        title: t('Campaign resumed'),
        message: t('Marketers can apply again.'),
        tone: 'success',
      }),
    onError,
  });
  if (!can.pause && !can.resume) return null;
  const params = { id: campaign.id };
  return (
    <Panel title={can.resume ? t('Paused') : t('Pause hiring')}>
      <p className={classes.plain}>
        {can.resume
          ? t(
              'Paused since {time}. Hired marketers keep their places, and the campaign still ends on time.',
              { time: formatDayTime(pausedSince ?? '') },
            )
          : t('Stops applications and approvals for a while. Hired marketers keep their places.')}
      </p>
      <BusyButton
        variant={can.resume ? 'filled' : 'default'}
        mt="md"
        fullWidth
        isBusy={pause.isPending || resume.isPending}
        onClick={() => (can.resume ? resume : pause).mutate({ params })}
      >
        {can.resume ? t('Resume campaign') : t('Pause campaign')}
      </BusyButton>
    </Panel>
  );
}
