import type { SessionAnswer, SessionUser } from '@feusa/contracts/users';
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import useSWR, { mutate as mutateAny } from 'swr';
import { useLocation } from 'wouter';
import { accessChanged } from './access-changed.js';
import { ApiError, isUnreached, onSessionFaults, request } from './api.js';
import { draftsFor, forgetDrafts, keepDrafts } from './drafts.js';
import { connect, disconnect } from './live.js';
import {
  claimDevice,
  forgetDevice,
  openDevice,
  releaseDevice,
  userOfDevice,
} from './offline/offline.js';
import { personalChanged } from './personal.js';
import { forgetRecents } from './recents.js';
import { rememberDestination, forgetDestination } from './after-sign-in.js';

/** Who is signed in and how, and whether they must set up a second factor before anything else. */
export type SignedIn = SessionUser & Omit<SessionAnswer, 'user'>;

interface Session {
  /** undefined while it is not known, null when nobody is signed in. */
  readonly user: SignedIn | null | undefined;
  /** Why it is not known who is signed in, where that could not be read. */
  readonly fault: unknown;
  readonly isAdmin: boolean;
  readonly isAuditor: boolean;
  /** Whether this person may add, rename, move, replace and remove what is on view: administrators, and who manages the folder. */
  readonly mayManage: boolean;
  /** Nobody may change anything: the past is on view. */
  readonly isReadOnly: boolean;
  /** Takes over the user that a sign-in has answered, or asks the server again. */
  refresh(user?: SignedIn): Promise<void>;
  signOut(): Promise<void>;
}

const SessionContext = createContext<Session | null>(null);
const KEY = '/api/session';

function signedInAs({ user, ...session }: SessionAnswer): SignedIn {
  // Nobody waits for it: what is kept here is read only after it.
  void claimDevice(user);
  return { ...user, ...session };
}

/** Draws the first screen with what has been answered already, by path. Each is read again as any answer that was kept is. */
export function takeOver(answers: ReadonlyMap<string, unknown>): void {
  for (const [path, answer] of answers) {
    const data = path === KEY ? signedInAs(answer as SessionAnswer) : answer;
    void mutateAny(path, data, { revalidate: false });
  }
}

async function load(): Promise<SignedIn | null> {
  openDevice();
  try {
    return signedInAs(await request<SessionAnswer>('GET', KEY));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      await releaseDevice();
      return null;
    }
    const kept = isUnreached(error) ? await userOfDevice() : undefined;
    if (kept) return kept;
    throw error;
  }
}

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const {
    data: user,
    error,
    mutate,
  } = useSWR<SignedIn | null, unknown>(KEY, load, { revalidateOnFocus: true });
  const [, navigate] = useLocation();

  const session = useMemo<Session & { forget(): void }>(() => {
    const forget = () => {
      disconnect();
      void mutate(null, { revalidate: false });
      void mutateAny((key) => key !== KEY, undefined, { revalidate: false });
      navigate('/');
    };
    return {
      user,
      fault: user === undefined ? error : undefined,
      isAdmin: user?.role === 'admin',
      mayManage: user?.role === 'admin',
      isAuditor: user?.role === 'admin' || user?.role === 'auditor',
      isReadOnly: false,
      forget,
      refresh: async (known) => {
        if (known) draftsFor(known.id);
        if (known) await claimDevice(known);
        // A read that was under way when the session ended answers nothing; nobody may wait for it.
        await mutateAny((key) => key !== KEY, undefined, { revalidate: true });
        if (known) await mutate(known, { revalidate: false });
        else await mutate();
      },
      signOut: async () => {
        await request('DELETE', KEY).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 401) throw error;
        });
        await forgetDevice();
        forgetRecents();
        forgetDrafts();
        forget();
        forgetDestination();
      },
    };
  }, [user, error, mutate, navigate]);

  const { forget } = session;
  const id = user?.lacksSecondFactor ? undefined : user?.id;
  useEffect(() => {
    if (id === undefined) return;
    // It ended elsewhere: the same person goes on where they were.
    const end = () => {
      keepDrafts(id);
      void releaseDevice();
      rememberDestination();
      forget();
    };
    onSessionFaults({ signedOut: end, notAllowed: () => void mutate() });
    void connect({
      signedOut: end,
      role: (role) => {
        const withRole = (now: SignedIn | null | undefined) =>
          now && now.role !== role ? { ...now, role } : now;
        void mutate(withRole, { revalidate: false });
      },
      personal: (what) => (what === 'access' ? void accessChanged() : personalChanged(what)),
      check: async () => {
        if ((await mutate()) === null) end();
      },
    });
  }, [id, forget, mutate]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The same person, for screens of the past: may look at everything and change nothing. */
export function ReadOnlySession({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const looking = useMemo(
    () => ({ ...session, isAdmin: false, mayManage: false, isReadOnly: true }),
    [session],
  );
  return <SessionContext value={looking}>{children}</SessionContext>;
}

interface ManagingProps {
  readonly isManaged: boolean;
  readonly children: ReactNode;
}

/** The same person, in a folder that they may manage. */
export function ManagingSession({ isManaged, children }: ManagingProps) {
  const session = useSession();
  const mayManage = session.mayManage || (isManaged && !session.isReadOnly);
  const managing = useMemo(() => ({ ...session, mayManage }), [session, mayManage]);
  return <SessionContext value={managing}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs SessionProvider');
  return session;
}
