import { createHeadlessClient } from '@corroborate/widget/client'
import { PasskeyRegistration, SignIn, type SignInProps, SignInProvider } from '@corroborate/widget/react'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    given: SignInProps & { publicToken: string; baseUrl: string }
    part: 'Login' | 'PasskeyRegistration'
  }
}

/** A third-party React page. `window.part` and `window.given` select the content. */
const Part = window.part === 'Login' ? SignIn : PasskeyRegistration
const { publicToken, baseUrl, ...props } = window.given
const client = createHeadlessClient(publicToken, { baseUrl })
Object.assign(window, { client })
createRoot(document.getElementById('sign-in') ?? document.body).render(
  <SignInProvider value={client}>
    <Part {...props} />
  </SignInProvider>,
)
