import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { listApplications } from '#applications/contract.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { call } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { invalidateEndpoints } from '#platform/web/query.ts';
import { rich } from '#platform/web/rich.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { openFixesDatabase } from '#tracking/web/positions/waiting-fixes-database.ts';
import { listProofs } from '../../contract.ts';
import { openProofDrafts, type ProofDraft } from './draft-database.ts';
import classes from './proof-keeper.module.css';
import { useQueuedProofs, useQueueProgress } from './queued-proofs.ts';
import { sendDraft } from './send-draft.ts';

/** Besides the browser's own notice that the connection is back, which may come too early or never. */
const RETRY_EVERY_MS = 20_000;

/**
 * Without a connection the account may be unknown. Then it shows only that proofs wait, not whose or for what: several
 * users may share the browser.
 */
export default function ProofKeeper({ accountId }: { accountId: string | undefined }) {
  const clock = useClock();
  const client = useQueryClient();
  const { queued = [], reload } = useQueuedProofs();
  const [progress, setProgress] = useQueueProgress();
  const isSending = useRef(false);
  const own = queued.filter((draft) => draft.accountId === accountId);
  const waiting = own.map(({ slot }) => slot).join();

  const send = useEffectEvent(async (signal: AbortSignal) => {
    if (isSending.current || accountId === undefined) return;
    isSending.current = true;
    try {
      await onlyInOnePage(async () => {
        for (const draft of own) {
          if (signal.aborted) return;
          const isOnline = await sendOne(draft, signal);
          if (!isOnline) return;
        }
      });
    } finally {
      isSending.current = false;
      setProgress(null);
    }
  });

  /** Returns false if there is no connection, or if another user has signed in. */
  const sendOne = async (draft: ProofDraft, signal: AbortSignal): Promise<boolean> => {
    const { campaignId, campaignTitle } = draft;
    const drafts = await openProofDrafts(clock.now());
    // Another page may have sent it, or the marketer may edit it again.
    const present = await drafts.load(draft.accountId, draft.slot);
    if (!present?.queuedAt) return true;
    // Another page may have signed in as another user, who must not get the files.
    if (!(await isSignedIn(draft.accountId, signal))) return false;
    setProgress({ campaignId, share: 0 });
    const result = await sendDraft(present, {
      save: (changed) => drafts.save(changed),
      onProgress: (share) => setProgress({ campaignId, share }),
      hasAllPositions: () => hasAllPositions(present, clock.now()),
      signal,
    });
    if (result.state === 'offline') return false;
    if (result.state === 'sent') {
      await drafts.remove(draft.accountId, draft.slot);
      showToast({
        title: t('Proof submitted'),
        message: t('Your proof for {campaignTitle} was sent.', { campaignTitle }),
        tone: 'success',
      });
      void invalidateEndpoints(client, [listProofs, listApplications, getOwnSession, getCampaign]);
    } else {
      const saved = await drafts.load(draft.accountId, draft.slot);
      await drafts.save({ ...(saved ?? present), queuedAt: null, refusal: result.text });
      showToast({
        title: t('Proof not sent: {campaignTitle}', { campaignTitle }),
        message: result.text,
        tone: 'error',
      });
    }
    await reload();
    return true;
  };

  useEffect(() => {
    if (waiting === '') return;
    const abort = new AbortController();
    const attempt = () => void send(abort.signal);
    attempt();
    const stop = clock.every(RETRY_EVERY_MS, attempt);
    window.addEventListener('online', attempt);
    return () => {
      abort.abort();
      stop();
      window.removeEventListener('online', attempt);
    };
  }, [waiting, accountId, clock]);

  if (accountId === undefined && queued.length > 0) {
    return (
      <aside className={classes.bar} aria-label={t('Proof that waits to be sent')}>
        <div className={classes.row}>
          <output>{t('Proof saved on this device waits for a connection.')}</output>
        </div>
      </aside>
    );
  }
  if (own.length === 0) return null;
  return (
    <aside className={classes.bar} aria-label={t('Proof that waits to be sent')}>
      {own.map(({ slot, campaignId, campaignTitle }) => {
        const share = progress?.campaignId === campaignId ? progress.share : null;
        return (
          <div className={classes.row} key={slot}>
            <output>
              {rich(
                share === null
                  ? 'Saved on this device. Waiting for a connection: <link>{campaign}</link>'
                  : 'Uploading your proof, {percent}%: <link>{campaign}</link>',
                { link: <Link to={`/campaigns/${campaignId}`} /> },
                { campaign: campaignTitle, percent: Math.floor((share ?? 0) * 100) },
              )}
            </output>
            {share === null ? null : (
              <Progress className={classes.progress} value={share * 100} size="sm" aria-label={t('Upload')} />
            )}
          </div>
        );
      })}
    </aside>
  );
}

async function isSignedIn(accountId: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await call(getCurrentUser, {}, { signal })).id === accountId;
  } catch {
    return false;
  }
}

async function hasAllPositions(
  { accountId, campaignId, sessionId }: ProofDraft,
  now: Date,
): Promise<boolean> {
  if (sessionId === null) return true;
  const fixes = await openFixesDatabase(now);
  return (await fixes.count({ accountId, campaignId, sessionId })) === 0;
}

/**
 * Runs the work unless another page of this browser does. Browsers without locks run it in each: nothing is doubled.
 */
async function onlyInOnePage(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request('promenade-proofs', { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
