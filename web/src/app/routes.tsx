import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Redirect, Route, Switch, useParams } from 'wouter';
import FoldersScreen from '../features/folders/folders-screen.js';
import { usePast } from '../shared/past.js';
import { lazyScreen } from '../shared/recovery.js';
import { ReadOnlySession, useSession } from '../shared/session.js';
import { takeDestination, rememberDestination } from '../shared/after-sign-in.js';
import { Page } from '../shared/ui/page.js';
import { Late } from '../shared/ui/skeleton.js';
import { Spinner } from '../shared/ui/spinner.js';
import { ErrorState, GoneState } from '../shared/ui/states.js';
import { texts } from './texts.js';

const Login = lazyScreen(() => import('../features/session/login-screen.js'));
const Reset = lazyScreen(() => import('../features/session/reset-screen.js'));
const Invited = lazyScreen(() => import('../features/session/invited-screen.js'));
const Sso = lazyScreen(() => import('../features/session/sso-screen.js'));
const Employees = lazyScreen(() => import('../features/employees/employees-screen.js'));
const OrgChart = lazyScreen(() => import('../features/employees/chart/org-chart-screen.js'));
const Profile = lazyScreen(() => import('../features/employees/profile/profile-screen.js'));
const Register = lazyScreen(() => import('../features/users/register-screen.js'));
const Users = lazyScreen(() => import('../features/users/users-screen.js'));
const Trash = lazyScreen(() => import('../features/trash/trash-screen.js'));
const Find = lazyScreen(() => import('../features/find/find-screen.js'));
const Audit = lazyScreen(() => import('../features/audit/audit-screen.js'));
const AccessLog = lazyScreen(() => import('../features/access-log/access-log-screen.js'));
const Waiting = lazyScreen(() => import('../features/waiting/waiting-screen.js'));
const OpenFile = lazyScreen(() => import('../features/folders/open-screen.js'));
const Account = lazyScreen(() => import('../features/account/account-screen.js'));
const SetUp = lazyScreen(() => import('../features/account/set-up-screen.js'));
const Operations = lazyScreen(() => import('../features/operations/operations-screen.js'));
const Notices = lazy(() => import('../features/notices/notices.js'));

/** The card of a person has its address in the directory, which says where nobody has this id. */
function Person() {
  const { id = '' } = useParams<{ id?: string }>();
  return <Redirect to={`/dashboard/employees?person=${encodeURIComponent(id)}`} replace />;
}

const loading = (
  <Late>
    <Spinner />
  </Late>
);

/** While it is not known who is signed in, or why that is not known. */
function Unknown() {
  const { fault, refresh } = useSession();
  if (fault === undefined) return loading;
  return (
    <Page title={texts.thisPageDidNotLoad}>
      <ErrorState
        title={texts.thisPageDidNotLoad}
        error={fault}
        onRetry={() => void refresh().catch(() => undefined)}
      />
    </Page>
  );
}

/** For anybody who is not signed in; others go to the folders. */
function Public({ screen: Screen }: { readonly screen: ComponentType }) {
  const { user } = useSession();
  const isReset = new URLSearchParams(location.search).has('token');
  if (user === undefined) return <Unknown />;
  return user && !isReset ? <Redirect to={takeDestination()} replace /> : <Screen />;
}

interface PrivateProps {
  readonly screen: ComponentType;
  readonly may?: 'admin' | 'auditor';
  readonly notices?: boolean;
  /** Who may see it as it was; left out where it shows only now. */
  readonly past?: 'admin' | 'auditor';
}

function Private({ screen: Screen, may, notices = false, past }: PrivateProps) {
  const { user, isAdmin, isAuditor } = useSession();
  const isPast = usePast() !== '' && past !== undefined;
  const wanted = isPast ? past : may;
  if (user === undefined) return <Unknown />;
  if (user === null) {
    rememberDestination();
    return <Redirect to="/" replace />;
  }
  if (user.lacksSecondFactor) return <SetUp />;
  const mayIt = { admin: isAdmin, auditor: isAuditor };
  if (wanted && !mayIt[wanted]) return <NotAllowed />;
  if (isPast) return <Looking screen={Screen} />;
  return (
    <>
      {notices && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
      <Screen />
    </>
  );
}

/** A moment of the past, where nobody changes anything. */
const Looking = ({ screen: Screen }: { readonly screen: ComponentType }) => (
  <ReadOnlySession>
    <Screen />
  </ReadOnlySession>
);

const back = { href: '/dashboard', label: texts.backToFiles };

const NotAllowed = () => (
  <Page title={texts.notAllowed}>
    <GoneState title={texts.youDontHaveAccessTo} back={back}>
      {texts.anAdministratorCanGiveYou}
    </GoneState>
  </Page>
);

const NotFound = () => (
  <Page title={texts.notFound}>
    <GoneState title={texts.pageNotFound} back={back} />
  </Page>
);

interface PrivateRoute extends PrivateProps {
  readonly path: string;
}

const places: readonly PrivateRoute[] = [
  { path: '/dashboard/employees', screen: Employees, notices: true, past: 'auditor' },
  { path: '/dashboard/employees/chart', screen: OrgChart, notices: true, past: 'auditor' },
  { path: '/dashboard/employees/me', screen: Profile, notices: true },
  { path: '/dashboard/employees/:id', screen: Person },
  { path: '/dashboard/employees/*', screen: NotFound },
  { path: '/dashboard/*?', screen: FoldersScreen, notices: true, past: 'auditor' },
  { path: '/register', screen: Register, may: 'admin' },
  { path: '/users', screen: Users, may: 'admin', past: 'auditor' },
  { path: '/trash', screen: Trash, may: 'admin', past: 'admin' },
  { path: '/operations', screen: Operations, may: 'admin' },
  { path: '/find', screen: Find },
  { path: '/waiting', screen: Waiting },
  { path: '/account', screen: Account },
  { path: '/open/:id', screen: OpenFile },
  { path: '/access-log', screen: AccessLog, may: 'auditor' },
  { path: '/log/:position?', screen: Audit, may: 'auditor' },
];

export function Routes(): ReactNode {
  return (
    <Suspense fallback={loading}>
      <Switch>
        <Route path="/">
          <Public screen={Login} />
        </Route>
        <Route path="/reset">
          <Public screen={Reset} />
        </Route>
        <Route path="/invite">
          <Public screen={Invited} />
        </Route>
        <Route path="/sso">
          <Sso />
        </Route>
        {places.map(({ path, ...place }) => (
          <Route key={path} path={path}>
            <Private {...place} />
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}
