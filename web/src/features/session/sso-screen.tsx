import { pathOfApp } from '@feusa/contracts/path-of-app';
import type { SecondFactorRequest } from '@feusa/contracts/second-factors';
import { ssoRefusal, type SsoDone } from '@feusa/contracts/sso';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { request } from '../../shared/api.js';
import { secondFactorRequestedBy, textOf } from '../../shared/passkeys.js';
import {
  isOwnWindow,
  isSteppedUp,
  OWN_WINDOW,
  notifyOtherWindows,
} from '../../shared/step-up/own-window.js';
import { useSession } from '../../shared/session.js';
import { Banner } from '../../shared/ui/banner.js';
import { Button } from '../../shared/ui/button.js';
import { useTitle } from '../../shared/ui/page.js';
import { Late } from '../../shared/ui/skeleton.js';
import { Spinner } from '../../shared/ui/spinner.js';
import { Entrance } from './entrance.js';
import styles from './entrance.module.css';
import SecondStep, { type SecondProof } from './second-step.js';
import { texts } from './texts.js';

const loading = (
  <Late>
    <Spinner />
  </Late>
);

/** Where single sign-on leads to: for the second factor, or with the reason why nothing was confirmed. */
export default function SsoScreen() {
  useTitle(texts.singleSignOn);
  const { user } = useSession();
  const query = new URLSearchParams(useSearch());
  const reason = query.get('error');
  // Asked for once: what is drawn before it is known who looks does not stay.
  if (user === undefined) return loading;
  if (reason === null && isOwnWindow(query)) return <Confirmed />;
  if (reason === null) return <SecondFactor isStepUp={user !== null} />;
  const text = ssoRefusal(reason) ?? texts.signingInFailedTryAgain;
  return <Failed isStepUp text={text} to={pathOfApp(query.get('to') ?? '/')} />;
}

/** All begins anew there, as whoever has signed in; what waits for it is gone by then. */
function arriveAt(to: string): Promise<never> {
  location.replace(pathOfApp(to));
  return new Promise(() => undefined);
}

function SecondFactor({ isStepUp }: { readonly isStepUp: boolean }) {
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<SecondFactorRequest>();
  const [failure, setFailure] = useState('');
  const send = async (body: SecondProof | object) => {
    const { to } = await request<SsoDone>('POST', '/api/sso/code', { body });
    await arriveAt(to);
  };
  // Without a proof it answers what it takes.
  const ask = useEffectEvent(() =>
    send({}).catch((fault: unknown) => {
      setAsked(secondFactorRequestedBy(fault));
      setFailure(textOf(fault, texts.signingInFailedTryAgain));
    }),
  );
  useEffect(() => void ask(), []);
  if (asked) {
    const back = () => navigate('/', { replace: true });
    return <SecondStep asked={asked} isStepUp={isStepUp} onProof={send} onBack={back} />;
  }
  if (failure) return <Failed isStepUp={isStepUp} text={failure} to="/" />;
  return loading;
}

/** In a window that was opened for it: another one goes on. */
function Confirmed() {
  const [isDone, setDone] = useState<boolean>();
  useEffect(() => {
    void isSteppedUp().then((isNow) => {
      setDone(isNow);
      if (!isNow) return;
      notifyOtherWindows();
      window.close();
    });
  }, []);
  if (isDone === undefined) return loading;
  if (!isDone) return <Failed isStepUp text={texts.signingInFailedTryAgain} to={OWN_WINDOW} />;
  return (
    <Entrance title={texts.confirmed} intro={texts.confirmedIntro}>
      <CloseWindow />
    </Entrance>
  );
}

/** Browsers close only what a page has opened. */
const CloseWindow = () => (
  <>
    <p>{texts.closeByHand}</p>
    <Button tone="primary" onClick={() => window.close()}>
      {texts.closeWindow}
    </Button>
  </>
);

interface FailedProps {
  readonly isStepUp: boolean;
  readonly text: string;
  /** Where they were. */
  readonly to: string;
}

function Failed({ isStepUp, text, to }: FailedProps) {
  const [title, intro, back] = isStepUp
    ? [texts.notConfirmed, texts.notConfirmedIntro, texts.back]
    : [texts.notSignedIn, texts.notSignedInIntro, texts.backToSignIn];
  return (
    <Entrance title={title} intro={intro}>
      <Banner tone="danger">{text}</Banner>
      {to === OWN_WINDOW ? (
        <CloseWindow />
      ) : (
        <Link href={to} replace className={styles.other}>
          {back}
        </Link>
      )}
    </Entrance>
  );
}
