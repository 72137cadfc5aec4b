import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import './app/app.css';
import { App } from './app/app.js';
import { takeKeyFromAddress } from './session/session-key.js';

takeKeyFromAddress();
addEventListener('hashchange', takeKeyFromAddress); // a sign-in link followed in a tab that is open already

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
