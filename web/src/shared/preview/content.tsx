import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.js';
import { Fallback } from '../ui/fallback.js';
import { Late } from '../ui/skeleton.js';
import { Spinner } from '../ui/spinner.js';
import styles from './preview.module.css';
import { texts } from './texts.js';
import { faultOfPicture, lost, useLook, type Look } from './use-look.js';

const PdfView = lazy(() => import('./pdf/pdf-view.js'));

interface PreviewContentProps {
  readonly name: string;
  readonly address: string;
}

/** What a document looks like, or why that is not shown. */
export function PreviewContent({ name, address }: PreviewContentProps) {
  const { look, again } = useLook(address);
  const [fault, setFault] = useState<Look>();
  const [round, setRound] = useState(0);
  const shown = fault ?? look;
  if (shown?.as === 'fault') {
    const retry = () => {
      setFault(undefined);
      setRound(round + 1);
      again();
    };
    return <Fault fault={shown} onRetry={retry} />;
  }
  if (!shown) return <Loading />;
  if (shown.as === 'pdf')
    return (
      <Fallback onFault={() => setFault(lost)}>
        <Suspense fallback={<Loading />}>
          <PdfView key={round} name={name} address={address} onFault={setFault} />
        </Suspense>
      </Fallback>
    );
  if (shown.as === 'frame') return <Frame name={name} address={address} />;
  return <Picture key={round} name={name} address={address} onFault={setFault} />;
}

const Loading = () => (
  <div className={styles.loading}>
    <Late>
      <Spinner label={texts.loading} />
    </Late>
  </div>
);

interface PictureProps extends PreviewContentProps {
  readonly onFault: (fault: Look) => void;
}

function Picture({ name, address, onFault }: PictureProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      {!isShown && <Loading />}
      <img
        src={address}
        alt={name}
        className={styles.image}
        data-shown={isShown || undefined}
        onLoad={() => setIsShown(true)}
        onError={() => void faultOfPicture(address).then(onFault)}
      />
    </>
  );
}

function Frame({ name, address }: PreviewContentProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      {!isShown && <Loading />}
      <iframe
        src={address}
        title={texts.previewOf(name)}
        sandbox=""
        className={styles.frame}
        data-shown={isShown || undefined}
        onLoad={() => setIsShown(true)}
      />
    </>
  );
}

interface FaultProps {
  readonly fault: Extract<Look, { as: 'fault' }>;
  readonly onRetry: () => void;
}

function Fault({ fault, onRetry }: FaultProps) {
  return (
    <div className={styles.fault} role="alert">
      <h3>{texts.cannotBeShown}</h3>
      <p>{fault.text}</p>
      {fault.mayTryAgain && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
    </div>
  );
}
