import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

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

export const useTheme = () => useContext(ThemeContext);

export const isDark = (theme: Theme): boolean =>
  theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
