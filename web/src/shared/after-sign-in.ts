const STORED = 'feusa.wanted';
const HOME = '/dashboard';

/** Remembers the address that was opened while signed out. */
export function rememberDestination(): void {
  // Twice in a row, the second time already on the way to the sign-in.
  if (location.pathname !== '/')
    sessionStorage.setItem(STORED, location.pathname + location.search);
}

/** Who signs out has nowhere to go back to. */
export const forgetDestination = (): void => sessionStorage.removeItem(STORED);

/** Where to go after the sign-in: to that address, else to the folders. */
export function takeDestination(): string {
  const path = sessionStorage.getItem(STORED) ?? HOME;
  // Rendering twice must lead to the same place, so it is forgotten a moment later.
  setTimeout(forgetDestination, 1000);
  return path.startsWith('/') && !path.startsWith('//') ? path : HOME;
}
