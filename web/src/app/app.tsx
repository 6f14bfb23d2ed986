import { SWRConfig } from 'swr';
import { ApiError, get } from '../shared/api.js';
import { SessionProvider } from '../shared/session.js';
import { Shell } from './shell.js';
import { ThemeProvider } from './theme.js';

const swr = {
  fetcher: (path: string) => get(path),
  revalidateOnFocus: false,
  shouldRetryOnError: (error: unknown) =>
    error instanceof ApiError && (error.code === 'offline' || error.status === 503),
  errorRetryInterval: 3000,
};

export function App() {
  return (
    <SWRConfig value={swr}>
      <ThemeProvider>
        <SessionProvider>
          <Shell />
        </SessionProvider>
      </ThemeProvider>
    </SWRConfig>
  );
}
