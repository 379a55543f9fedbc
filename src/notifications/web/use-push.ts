import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '#kernel/text.ts';
import { call, getErrorText } from '#platform/web/call.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { deletePushSubscription, getPushKey, savePushSubscription } from '../push-contract.ts';
import { findSubscription, readPushPermission, subscribe, unsubscribe } from './browser-push.ts';

/**
 * 'unavailable': this server sends none. 'unsupported': this browser cannot show them. 'blocked': the user has to
 * allow them in the browser's settings first.
 */
export type PushState = 'unavailable' | 'unsupported' | 'blocked' | 'off' | 'on';

export function usePush(accountId: string) {
  const client = useQueryClient();
  const key = useEndpoint(getPushKey);
  const queryKey = ['push-in-this-browser', accountId];
  const browser = useQuery({ queryKey, queryFn: () => readBrowser(accountId), refetchOnMount: 'always' });
  const [isChanging, setIsChanging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const publicKey = key.data?.publicKey;

  const change = async (isOn: boolean) => {
    if (!publicKey || isChanging) return;
    setIsChanging(true);
    setProblem(null);
    try {
      await (isOn ? switchOn(accountId, publicKey) : switchOff(accountId));
    } catch (error) {
      setProblem(getErrorText(error, t('We couldn’t change this. Check your connection and try again.')));
    } finally {
      await client.invalidateQueries({ queryKey });
      setIsChanging(false);
    }
  };
  const known = publicKey === undefined ? undefined : browser.data;
  const state: PushState | undefined = publicKey === null ? 'unavailable' : known;
  return { state, error: key.error, refetch: key.refetch, isChanging, problem, change };
}

async function readBrowser(accountId: string): Promise<PushState> {
  const permission = await readPushPermission();
  if (permission === 'unsupported') return 'unsupported';
  if (permission === 'denied') return 'blocked';
  return permission === 'granted' && (await findSubscription(accountId)) ? 'on' : 'off';
}

async function switchOn(accountId: string, publicKey: string): Promise<void> {
  const subscription = await subscribe(accountId, publicKey);
  if (!subscription) return;
  try {
    await call(savePushSubscription, { body: toBody(subscription) });
  } catch (error) {
    await unsubscribe();
    throw error;
  }
}

/** Every subscription has these fields, and the server checks them. */
function toBody({ endpoint = '', keys: { p256dh = '', auth = '' } = {} }: PushSubscriptionJSON) {
  return { endpoint, keys: { p256dh, auth } };
}

async function switchOff(accountId: string): Promise<void> {
  const endpoint = (await findSubscription(accountId))?.endpoint;
  if (endpoint !== undefined) await call(deletePushSubscription, { body: { endpoint } });
  await unsubscribe();
}

/** Runs after each page load, because signing out has ended the subscription on the server. */
export function useKeepPush(accountId: string | undefined): void {
  useEffect(() => {
    if (accountId === undefined) return;
    const confirm = async () => {
      const subscription = await findSubscription(accountId);
      if (subscription) await call(savePushSubscription, { body: toBody(subscription) });
    };
    // The settings show the state, and the next page load tries again.
    confirm().catch(() => undefined);
  }, [accountId]);
}
