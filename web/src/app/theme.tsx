import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { mediaStore, useStore } from '../shared/store.js';

type Theme = 'system' | 'light' | 'dark';

const STORED = 'feusa.theme';
const ThemeContext = createContext<readonly [Theme, (theme: Theme) => void]>([
  'system',
  () => undefined,
]);

const stored = (): Theme => {
  const value = localStorage.getItem(STORED);
  return value === 'light' || value === 'dark' ? value : 'system';
};

/** Light or dark as the system says, until the person chooses. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(STORED, theme);
  }, [theme]);
  return <ThemeContext value={[theme, setTheme]}>{children}</ThemeContext>;
}

const system = mediaStore('(prefers-color-scheme: dark)');

/** Whether it is dark now, and the switch; back at what the system says it follows the system again. */
export function useDark(): readonly [boolean, (dark: boolean) => void] {
  const [theme, setTheme] = useContext(ThemeContext);
  const isSystemDark = useStore(system);
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark';
  const choose = (dark: boolean) =>
    setTheme(dark === isSystemDark ? 'system' : dark ? 'dark' : 'light');
  return [isDark, choose];
}
