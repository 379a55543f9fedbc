import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { CallAlert } from '#platform/web/ui/states/call-alert.tsx';
import { answerSigns, getProof, listProofs, type Proof } from '../contract.ts';
import classes from './sending/submit-proof.module.css';

export function SignsAnswer({ proof }: { proof: Proof }) {
  const { id, can, signsAnswer } = proof;
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <AnswerForm proof={proof} onClose={() => setIsOpen(false)} />;
  return (
    <div className={classes.stack}>
      {signsAnswer ? (
        <div>
          <h4 className={classes.subtitle}>{t('Your answer')}</h4>
          <p className={classes.text}>{signsAnswer}</p>
        </div>
      ) : null}
      {can.answerSigns ? (
        <Button variant="default" onClick={() => setIsOpen(true)} key={id}>
          {signsAnswer ? t('Change your answer') : t('Answer these signs')}
        </Button>
      ) : null}
    </div>
  );
}

function AnswerForm({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const [text, setText] = useState(proof.signsAnswer ?? '');
  const answer = useCallMutation(answerSigns, {
    invalidates: [listProofs, getProof],
    onSuccess: () => {
      showToast({ title: t('Answer saved'), message: t('Your reviewer sees it.'), tone: 'success' });
      onClose();
    },
  });
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate({ params: { id: proof.id }, body: { text } });
      }}
    >
      <Textarea
        label={t('Your answer')}
        description={t('Your reviewer reads it next to the signs.')}
        autosize
        minRows={3}
        maxLength={1000}
        required
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={answer.error?.fields['text']}
      />
      <CallAlert
        error={answer.error}
        field="text"
        text={t('We couldn’t save your answer. Please try again.')}
      />
      <Button type="submit" loading={answer.isPending}>
        {t('Save answer')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('Cancel')}
      </Button>
    </form>
  );
}
