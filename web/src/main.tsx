import '@fontsource-variable/source-sans-3/wght.css';
import './shared/tokens.css';
import './shared/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { arrivedAhead } from './shared/ahead.js';
import { takeOver } from './shared/session.js';

takeOver(arrivedAhead());

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
