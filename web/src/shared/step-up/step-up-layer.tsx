import { lazy, Suspense } from 'react';
import { answerStepUp, useStepUpAsked } from './ask.js';

const StepUpDialog = lazy(() => import('./step-up-dialog.js'));

/** Asks for the password again, whatever needs it. */
export function StepUpLayer() {
  const isAsked = useStepUpAsked();
  return <Suspense>{isAsked && <StepUpDialog onAnswer={answerStepUp} />}</Suspense>;
}
