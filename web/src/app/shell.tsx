import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ConflictLayer } from '../shared/conflicts/conflict-layer.js';
import { isDialogStep } from '../shared/dialog-history.js';
import { usePast } from '../shared/past.js';
import { useSession } from '../shared/session.js';
import { useKeys, useShortcutHelp, useSingleKey } from '../shared/shortcuts.js';
import { keepTyped, takeTyped } from '../shared/typed-ahead.js';
import { UndoLayer } from '../shared/undo/undo-layer.js';
import { Bar, BottomBar, EmptyBar, NarrowBar } from './bar.js';
import { Boundary } from './boundary.js';
import { useLostFocus } from './lost-focus.js';
import { OfflineBar } from './offline-bar.js';
import { Routes } from './routes.js';
import styles from './shell.module.css';
import { texts } from './texts.js';
import { useUploadsRequested } from '../shared/upload-requests.js';
import { answerStepUp, useStepUpRequested } from '../shared/step-up/ask.js';

const StepUpDialog = lazy(() => import('../shared/step-up/step-up-dialog.js'));

/** Asks for the password again, whatever needs it. */
function StepUpLayer() {
  const isAsked = useStepUpRequested();
  return <Suspense>{isAsked && <StepUpDialog onAnswer={answerStepUp} />}</Suspense>;
}

const UploadTray = lazy(() => import('../features/uploads/upload-tray.js'));

/** The tray is loaded when something is uploaded for the first time. */
function Tray() {
  return useUploadsRequested() ? (
    <Suspense>
      <UploadTray />
    </Suspense>
  ) : null;
}

const loadPalette = () => import('../features/palette/palette.js');
const Palette = lazy(loadPalette);
const AlarmBar = lazy(() => import('../features/audit/proof/alarm-bar.js'));
const PastBar = lazy(() => import('../features/past/past-bar.js'));
const Device = lazy(() => import('./device.js'));
const Toasts = lazy(() => import('../shared/ui/toast.js'));
const TooltipLayer = lazy(() => import('../shared/ui/tooltip.js'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.js'));

/** Screens of those who are not signed in. */
const outside: ReadonlySet<string> = new Set(['/', '/reset', '/invite', '/sso']);

type Layer = 'palette' | 'shortcuts' | null;

export function Shell() {
  const { user, isAuditor } = useSession();
  const isInside = Boolean(user && !user.lacksSecondFactor);
  const at = usePast();
  const [layer, setLayer] = useState<Layer>(null);
  const where = whereIs(user);
  const main = useFocusedMain(where);
  useLostFocus(main);
  const [place] = useLocation();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip} onClick={() => main.current?.focus()}>
        {texts.skipToTheContent}
      </a>
      <OfflineBar />
      <Suspense>{isInside && isAuditor && <AlarmBar />}</Suspense>
      <Bars at={at} onSearch={() => setLayer('palette')} />
      <main key={where} id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Boundary place={place}>
          <Routes />
        </Boundary>
      </main>
      {isInside && <BottomBar />}
      {user && isInside && (
        <>
          <Suspense>
            <Device key={user.id} userId={user.id} />
          </Suspense>
          <Tray />
          <UndoLayer />
          <ConflictLayer />
        </>
      )}
      {user && <StepUpLayer />}
      {isInside && <Keys isOpen={layer === 'palette'} open={setLayer} />}
      <Suspense>
        {isInside && layer === 'palette' && <Palette onClose={() => setLayer(null)} />}
        {layer === 'shortcuts' && <ShortcutSheet onClose={() => setLayer(null)} />}
      </Suspense>
      <Suspense>
        <Toasts />
        <TooltipLayer />
      </Suspense>
    </div>
  );
}

/** What is drawn while it is not known who looks never moves: it makes way for the screen. */
const whereIs = (user: unknown) =>
  user === undefined ? 'unknown' : user === null ? 'outside' : 'inside';

interface BarsProps {
  readonly at: string;
  readonly onSearch: () => void;
}

function Bars({ at, onSearch }: BarsProps) {
  const { user } = useSession();
  const [place] = useLocation();
  if (!user) return user === undefined && !outside.has(place) ? <EmptyBar /> : null;
  if (user.lacksSecondFactor) return <NarrowBar />;
  return (
    <>
      <Bar onSearch={onSearch} />
      {at !== '' && (
        <Suspense fallback={<div className={styles.pastRoom} />}>
          <PastBar at={at} />
        </Suspense>
      )}
    </>
  );
}

/** A new place begins at its top, with the focus in the content unless the screen has put it somewhere. */
function useFocusedMain(where: string) {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const popped = useRef(true);
  useEffect(() => {
    const onPop = () => (popped.current = !isDialogStep());
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  useEffect(() => {
    if (!popped.current) scrollTo({ top: 0 });
    popped.current = false;
  }, [path]);
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [path, where]);
  return main;
}

/** The screen comes first. */
const QUIET_MS = 300;

interface KeysProps {
  readonly isOpen: boolean;
  readonly open: (layer: Layer) => void;
}

function Keys({ isOpen, open }: KeysProps) {
  useShortcutHelp([{ keys: 'Ctrl+K', does: texts.findAnythingDoAnything }]);
  useSingleKey('?', texts.showAllKeys, () => open('shortcuts'));
  useKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (isOpen) return;
    keepTyped();
    loadPalette().catch(takeTyped);
    open('palette');
  });
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
