import { SWRConfig } from 'swr';
import { Router } from 'wouter';
import { noteOnView } from '../shared/access-changed.js';
import { ApiError } from '../shared/api.js';
import { readOrKept } from '../shared/offline/offline.js';
import { carried, usePastLocation } from '../shared/past.js';
import { SessionProvider } from '../shared/session.js';
import { Shell } from './shell.js';
import { ThemeProvider } from './theme.js';

const swr = {
  fetcher: (path: string) => readOrKept(path),
  revalidateOnFocus: false,
  shouldRetryOnError: (error: unknown) =>
    error instanceof ApiError && (error.code === 'offline' || error.status === 503),
  errorRetryInterval: 3000,
  use: [noteOnView],
};

export function App() {
  return (
    <SWRConfig value={swr}>
      <ThemeProvider>
        <SessionProvider>
          <Router hook={usePastLocation} hrefs={carried}>
            <Shell />
          </Router>
        </SessionProvider>
      </ThemeProvider>
    </SWRConfig>
  );
}
