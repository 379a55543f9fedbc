import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { ReasonForm } from '#platform/web/ui/reason-form.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { decideDispute, type Dispute, getDispute, listDisputes } from '../contract.ts';
import { AwardField, emptyAward, parseAward } from './award-field.tsx';

export function AdminDecision({ dispute }: { dispute: Dispute }) {
  const [award, setAward] = useState(emptyAward);
  const [problem, setProblem] = useState<string>();
  const decide = useCallMutation(decideDispute, {
    invalidates: [getDispute, listDisputes],
    onSuccess: () =>
      showToast({ title: t('Dispute decided'), message: t('Both sides are told.'), tone: 'success' }),
  });
  const amount = parseAward(award, dispute.pay);
  return (
    <Panel title={t('Your decision')}>
      <ReasonForm
        description={t('Both sides read this. You can’t undo it.')}
        maxLength={2000}
        call={decide}
        field="note"
        submitLabel={
          amount === null ? t('Decide') : t('Decide: pay {amount}', { amount: formatMoney(amount) })
        }
        onSubmit={(note) => {
          setProblem(amount === null ? t('Choose what the marketer gets') : undefined);
          if (amount === null) return;
          decide.mutate({ params: { id: dispute.id }, body: { ...toDecision(dispute, amount), note } });
        }}
      >
        <AwardField
          dispute={dispute}
          label={t('What does the marketer get?')}
          value={award}
          error={problem ?? decide.error?.fields['award']}
          onChange={setAward}
        />
      </ReasonForm>
    </Panel>
  );
}

/** The side that disputes wins if it gets everything. */
function toDecision({ side, pay }: Dispute, award: string) {
  if (award !== pay && award !== '0.00') return { status: 'split', award } as const;
  return { status: (award === pay) === (side === 'marketer') ? 'upheld' : 'rejected' } as const;
}
