import { History, KeyRound, Moon, Search, Sun, UserRound, LogOut, Ellipsis } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useAction } from '../shared/actions.js';
import { enterPast, usePast } from '../shared/past.js';
import { useSession } from '../shared/session.js';
import { Button, IconButton } from '../shared/ui/button.js';
import { MenuButton, separator, type MenuEntry } from '../shared/ui/menu.js';
import { NoticePlace } from '../shared/ui/notice-place.js';
import { Logo } from '../shared/ui/logo.js';
import { isHere, useNavigation, type NavigationItem } from './navigation.js';
import styles from './shell.module.css';
import { useDark } from './theme.js';
import { useLogout } from '../shared/use-logout.js';
import { texts } from './texts.js';

const MY_PROFILE = '/dashboard/employees/me';

/** The bar while it is not known for whom. */
export const EmptyBar = () => (
  <div className={styles.bar} aria-hidden>
    <span className={styles.brand}>
      <Logo />
      <span>FEUSA</span>
    </span>
  </div>
);

/** For whoever must set up a second factor first: the way out. */
export function NarrowBar() {
  const logout = useLogout();
  return (
    <header className={styles.bar}>
      <span className={`${styles.brand} ${styles.places}`}>
        <Logo />
        <span>FEUSA</span>
      </span>
      <Button tone="quiet" icon={LogOut} onClick={logout}>
        {texts.logout}
      </Button>
    </header>
  );
}

/** The one bar at the top. */
export function Bar({ onSearch }: { readonly onSearch: () => void }) {
  const places = useNavigation();
  const [dark, setDark] = useDark();
  const { user, isAuditor } = useSession();
  const at = usePast();
  useAction('past', texts.goBackInTime, () => void enterPast(), isAuditor && at === '');
  const logout = useLogout();
  return (
    <header className={styles.bar}>
      <Link href="/dashboard" className={styles.brand} aria-label={texts.feusaToAllFiles}>
        <Logo />
        <span>FEUSA</span>
      </Link>
      <nav aria-label={texts.places} className={styles.places}>
        {places.map((place) => (
          <NavigationLink key={place.href} place={place} />
        ))}
      </nav>
      <NoticePlace at="bar" />
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={17} strokeWidth={1.5} aria-hidden />
        <span>{texts.search}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {isAuditor && at === '' && (
        <IconButton icon={History} label={texts.goBackInTime} onClick={() => void enterPast()} />
      )}
      <IconButton
        icon={dark ? Sun : Moon}
        label={dark ? texts.lightColours : texts.darkColours}
        onClick={() => setDark(!dark)}
      />
      <OwnMenu email={user?.email ?? ''} />
      <Button tone="quiet" icon={LogOut} className={styles.wide ?? ''} onClick={logout}>
        {texts.logout}
      </Button>
    </header>
  );
}

/** What is about oneself, behind one's own address. */
function useOwnNavigation(): MenuEntry[] {
  const [, navigate] = useLocation();
  return [
    { id: 'me', label: texts.myProfile, icon: UserRound, run: () => navigate(MY_PROFILE) },
    { id: '/account', label: texts.account, icon: KeyRound, run: () => navigate('/account') },
  ];
}

function OwnMenu({ email }: { readonly email: string }) {
  return (
    <MenuButton
      label={email}
      icon={UserRound}
      tone="quiet"
      entries={useOwnNavigation()}
      className={styles.account ?? ''}
    />
  );
}

function NavigationLink({ place }: { readonly place: NavigationItem }) {
  const [path] = useLocation();
  const { icon: Icon } = place;
  return (
    <Link
      href={place.href}
      className={styles.place}
      aria-current={isHere(place, path) ? 'page' : undefined}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden />
      {place.label}
    </Link>
  );
}

/** On phones: the two daily places under the thumb, the rest in a menu. */
export function BottomBar() {
  const places = useNavigation();
  const [path, navigate] = useLocation();
  const logout = useLogout();
  const own = useOwnNavigation();
  const others = places.slice(2);
  const rest: MenuEntry[] = others.map(({ href, label, icon }) => ({
    id: href,
    label,
    icon,
    run: () => navigate(href),
  }));
  const { isAuditor } = useSession();
  const back = { id: 'past', label: texts.goBackInTime, icon: History };
  const entries: MenuEntry[] = [
    ...rest,
    ...(isAuditor ? [{ ...back, run: () => void enterPast() }] : []),
    ...(rest.length ? [separator('line')] : []),
    ...own,
    { id: 'logout', label: texts.logout, icon: LogOut, run: logout },
  ];
  return (
    <nav aria-label={texts.mainPlaces} className={styles.bottom}>
      {places.slice(0, 2).map((place) => (
        <NavigationLink key={place.href} place={place} />
      ))}
      <MenuButton
        label={texts.more}
        icon={Ellipsis}
        entries={entries}
        className={`${styles.place} ${others.some((place) => isHere(place, path)) ? styles.here : ''}`}
      />
    </nav>
  );
}
