import { createHeadlessClient } from '@corroborate/widget/client'
import { SignInProvider } from '@corroborate/widget/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

// One for the whole application: it keeps the session fresh, and every component may use it.
const client = createHeadlessClient(import.meta.env.VITE_PUBLIC_TOKEN, { baseUrl: import.meta.env.VITE_PROVIDER })

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <SignInProvider value={client}>
      <App />
    </SignInProvider>
  </StrictMode>,
)
