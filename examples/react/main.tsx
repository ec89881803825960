import { createHeadlessClient } from '@corroborate/widget/client'
import { ResetPassword, SignIn, SignInProvider, useClient, useUser } from '@corroborate/widget/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const here = location.origin + location.pathname
const config = {
  products: ['passwords'],
  passwordOptions: { loginRedirectURL: here, resetPasswordRedirectURL: here },
} as const

/** True if a magic link or password-reset link led back here with a token. */
const comesByMail = () => new URLSearchParams(location.search).has('token')

const App = () => {
  const client = useClient()
  const user = useUser()
  const [byMail, setByMail] = useState(comesByMail)
  const logOut = async () => {
    await client.session.revoke({ forceClear: true })
    setByMail(false)
  }
  return (
    <>
      <h1>React</h1>
      <p>A component and two hooks; a password signs in, and can be reset.</p>
      {user !== null && (
        <p role="status">
          Signed in as {user.emails[0]?.email}.{' '}
          <button type="button" onClick={logOut}>
            Log out
          </button>
        </p>
      )}
      <div id="sign-in">
        {user === null && (byMail ? <ResetPassword config={config} /> : <SignIn config={config} />)}
      </div>
    </>
  )
}

// One for the whole application: it keeps the session fresh, and every component may use it.
const client = createHeadlessClient(import.meta.env.VITE_PUBLIC_TOKEN, { baseUrl: import.meta.env.VITE_PROVIDER })

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <SignInProvider value={client}>
      <App />
    </SignInProvider>
  </StrictMode>,
)
