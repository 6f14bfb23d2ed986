const STORED = 'feusa.wanted';
const HOME = '/dashboard';
const sharedLink = /[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Remembers a link to one thing that was opened while signed out. */
export function wantAfterSignIn(): void {
  const path = location.pathname + location.search;
  if (sharedLink.test(path)) sessionStorage.setItem(STORED, path);
}

/** Where to go after the sign-in: to that thing, else to the folders. */
export function takeWanted(): string {
  const path = sessionStorage.getItem(STORED) ?? HOME;
  // Rendering twice must lead to the same place, so it is forgotten a moment later.
  setTimeout(() => sessionStorage.removeItem(STORED), 1000);
  return path.startsWith(HOME) ? path : HOME;
}
