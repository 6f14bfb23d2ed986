import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePast } from '../shared/past.js';
import { useSession } from '../shared/session.js';
import { useKeys, useShortcutHelp, useSingleKey } from '../shared/shortcuts.js';
import { Toasts } from '../shared/ui/toast.js';
import { UndoLayer } from '../shared/undo/undo-layer.js';
import { TooltipLayer } from '../shared/ui/tooltip.js';
import { Bar, BottomBar } from './bar.js';
import { Boundary } from './boundary.js';
import { OfflineBar } from './offline-bar.js';
import { Routes } from './routes.js';
import styles from './shell.module.css';
import { Tray } from './tray.js';

const Palette = lazy(() => import('../features/palette/palette.js'));
const AlarmBar = lazy(() => import('../features/audit/alarm-bar.js'));
const PastBar = lazy(() => import('../features/past/past-bar.js'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.js'));

type Layer = 'palette' | 'shortcuts' | null;

export function Shell() {
  const { user, isAuditor } = useSession();
  const at = usePast();
  const [layer, setLayer] = useState<Layer>(null);
  const main = useFocusedMain();
  const [place] = useLocation();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to the content
      </a>
      <OfflineBar />
      <Suspense>{isAuditor && <AlarmBar />}</Suspense>
      {user && <Bar onSearch={() => setLayer('palette')} />}
      {user && at !== '' && (
        <Suspense>
          <PastBar at={at} />
        </Suspense>
      )}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Boundary place={place}>
          <Routes />
        </Boundary>
      </main>
      {user && <BottomBar />}
      {user && <Tray />}
      {user && <UndoLayer />}
      {user && <Keys open={setLayer} />}
      <Suspense>
        {user && layer === 'palette' && <Palette onClose={() => setLayer(null)} />}
        {layer === 'shortcuts' && <ShortcutSheet onClose={() => setLayer(null)} />}
      </Suspense>
      <Toasts />
      <TooltipLayer />
    </div>
  );
}

/** A new place begins at its top, with the focus in the content unless the screen has put it somewhere. */
function useFocusedMain() {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const popped = useRef(true);
  useEffect(() => {
    const onPop = () => (popped.current = true);
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  useEffect(() => {
    if (!popped.current) scrollTo({ top: 0 });
    popped.current = false;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

function Keys({ open }: { readonly open: (layer: Layer) => void }) {
  useShortcutHelp([{ keys: 'Ctrl+K', does: 'Find anything, do anything' }]);
  useSingleKey('?', 'Show all keys', () => open('shortcuts'));
  useKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    open('palette');
  });
  return null;
}
