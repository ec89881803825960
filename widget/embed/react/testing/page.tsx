import { StrictMode, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createHeadlessClient } from '../../../client/index.ts'
import { Account, IdentityProvider, SignIn, type SignInProps, SignInProvider, useSession, useUser } from '../index.tsx'
import { Streamed } from './Streamed.tsx'

const baseUrl = 'https://identity.example.test'
const publicToken = 'p'
const Strict = (props: SignInProps) => (
  <StrictMode>
    <SignIn publicToken={publicToken} baseUrl={baseUrl} {...props} />
  </StrictMode>
)

const Who = () => {
  const user = useUser()
  return <p id="who">{`${user?.user_id ?? 'nobody'}, ${useSession() === null ? 'signed out' : 'signed in'}`}</p>
}

const Toggled = () => {
  const [language, setLanguage] = useState<'en' | 'de'>('en')
  return (
    <>
      <button type="button" onClick={() => setLanguage('de')}>
        Deutsch
      </button>
      <Strict strings={language} callbacks={{ onEvent: ({ type }) => Object.assign(window, { heard: type }) }} />
    </>
  )
}

/** Test actions on a page of a React application. */
const api = {
  /** Returns a function that unmounts. */
  render: (element: Element, props: SignInProps = {}) => {
    const root = createRoot(element)
    root.render(<Strict {...props} />)
    return () => root.unmount()
  },
  toggled: (element: Element) => createRoot(element).render(<Toggled />),
  /** Returns React's hydration mismatch errors. */
  hydrate: (element: Element, isStreamed = false) => {
    const complaints: string[] = []
    const tree = isStreamed ? <Streamed ready={Promise.resolve()} /> : <Strict />
    hydrateRoot(element, tree, { onRecoverableError: error => complaints.push(String(error)) })
    return complaints
  },
  /** The account page of this client's user; returns the client. */
  account: (element: Element, props: SignInProps = {}) => {
    const client = createHeadlessClient(publicToken, { baseUrl })
    createRoot(element).render(
      <StrictMode>
        <Account client={client} {...props} />
      </StrictMode>,
    )
    return client
  },
  /** The consent page of this client's user; returns the client. */
  consent: (element: Element, props: SignInProps = {}) => {
    const client = createHeadlessClient(publicToken, { baseUrl })
    createRoot(element).render(
      <StrictMode>
        <IdentityProvider client={client} {...props} />
      </StrictMode>,
    )
    return client
  },
  provided: (element: Element) => {
    const client = createHeadlessClient(publicToken, { baseUrl })
    createRoot(element).render(
      <StrictMode>
        <SignInProvider value={client}>
          <SignIn />
          <Who />
        </SignInProvider>
      </StrictMode>,
    )
    return client
  },
}

declare global {
  interface Window {
    page: typeof api
  }
}
window.page = api
