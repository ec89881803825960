import { type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import {
  createHeadlessClient,
  type HeadlessClient,
  type HeadlessClientOptions,
  readBaseUrl,
  UsageError,
} from '../../client/index.ts'
import { useBeforePaint } from '../../form/context/index.ts'
import type { FormState } from '../../form/state/index.ts'
import {
  bringStrings,
  languageOf,
  type StringsOption,
  stringsAreLazy,
  stringsAreLoaded,
} from '../../form/strings/index.ts'
import { manifests } from '../../products/index.ts'
import { Widget } from '../../root/Widget.tsx'
import { accountPage, type ClientOptions, checkMountOptions, consentPage, type WidgetOptions } from '../mount/index.ts'
import { ClientContext } from './client-context.ts'

/** Puts its content into an open shadow tree of its own. */
const Shadowed = ({ children }: { children: ReactNode }) => {
  const host = useRef<HTMLDivElement>(null)
  const [shadow, setShadow] = useState<ShadowRoot | null>(null)
  useBeforePaint(() => {
    const element = host.current
    // A shadow tree cannot be detached, and React may run this twice on one element.
    if (element !== null) setShadow(element.shadowRoot ?? element.attachShadow({ mode: 'open' }))
  }, [])
  return <div ref={host}>{shadow !== null && createPortal(children, shadow as unknown as Element)}</div>
}

/**
 * A client created on first use, so that rendering creates none: React may discard a render. `publicToken` and `baseUrl` are readable
 * without creating it.
 */
export type LazyClient = {
  client: HeadlessClient
  /** The component is mounted, perhaps again: a client that has ended is replaced at its next use. */
  hold: () => void
  /** Ends the client. Calls that come later reach the ended one; `hold` begins another. */
  release: () => void
}

const createLazyClient = (publicToken: string, options: HeadlessClientOptions): LazyClient => {
  const known = { publicToken, baseUrl: readBaseUrl(options.baseUrl) }
  let made: HeadlessClient | undefined
  let hasEnded = false
  const client = new Proxy({} as HeadlessClient, {
    get: (_, name: string & keyof HeadlessClient) => {
      if (name === 'publicToken' || name === 'baseUrl') return known[name]
      made ??= createHeadlessClient(publicToken, options)
      return made[name]
    },
  })
  return {
    client,
    hold: () => {
      if (hasEnded) made = undefined
      hasEnded = false
    },
    release: () => {
      made?.destroy()
      hasEnded = true
    },
  }
}

type Wanted = { strings: StringsOption | undefined }

/**
 * Returns the strings to render: the requested ones once loaded, until then the previous ones, so that the form never changes its language
 * visibly. Null during the first load and in server rendering. Falls back to English if loading fails.
 */
const useLoadedStrings = (
  wanted: Wanted,
  { baseUrl, isHydrating }: { baseUrl: string; isHydrating: boolean },
): Wanted | null => {
  const language = languageOf(wanted.strings)
  const [settled, setSettled] = useState('')
  const shown = useRef<Wanted | null>(null)
  useEffect(() => {
    void bringStrings(language, baseUrl)?.then(() => setSettled(language))
  }, [language, baseUrl])
  const isReady = settled === language || (isHydrating ? !stringsAreLazy(language) : stringsAreLoaded(language))
  useBeforePaint(() => {
    if (isReady) shown.current = wanted
  })
  return isReady ? wanted : shown.current
}

export type SignInProps = WidgetOptions &
  ClientOptions & {
    /** Nonce of the style element under the page's CSP. */
    nonce?: string
  }

/**
 * The sign-in form. Takes a `client`, that of the `<SignInProvider>` around, or makes its own from `publicToken` and
 * `baseUrl`, which ends with it.
 * @throws UsageError while rendering, when a property is unknown or of the wrong kind.
 */
export const SignIn = (props: SignInProps) => <Mounted {...props} caller="<SignIn>" />

/** Screens for signed-in users to create, rename and delete passkeys. @throws UsageError as `<SignIn>` does */
export const PasskeyRegistration = (props: SignInProps) => (
  <Mounted {...props} caller="<PasskeyRegistration>" begin={registration} />
)

const registration = { screen: 'PasskeyRegistrationStart' } as const

/** Account page, on which signed-in users manage their account. @throws UsageError as `<SignIn>` does */
export const Account = (props: SignInProps) => <Mounted {...props} caller="<Account>" begin={accountPage} />

/**
 * The consent screen, on the page that applications of others send people to. Empty in a page made by a server, which may not
 * know the address. @throws UsageError as `<SignIn>` does
 */
export const IdentityProvider = (props: SignInProps) =>
  useSyncExternalStore(neverChanges, currentUrl, noUrl) !== null && (
    <Mounted {...props} caller="<IdentityProvider>" begin={consentPage} />
  )

export type ResetPasswordProps = SignInProps & {
  /** The link's `token`, for a page that has removed it from its URL. */
  passwordResetToken?: string
}

/**
 * New password form on the target page of a mailed link; the link to log in without one does so at once. Empty in server rendering, which
 * may not know the URL. @throws UsageError as `<SignIn>` does
 */
export const ResetPassword = ({ passwordResetToken: token, ...props }: ResetPasswordProps) => {
  if (token !== undefined && typeof token !== 'string')
    throw new UsageError('The passwordResetToken of <ResetPassword> must be a string.')
  const pageUrl = useSyncExternalStore(neverChanges, currentUrl, noUrl)
  if (pageUrl === null) return null
  return <Mounted {...props} key={token} caller="<ResetPassword>" begin={manifests.passwords.landing(pageUrl, token)} />
}

const neverChanges = () => () => undefined
const currentUrl = () => location.href
const noUrl = () => null
const isOver = () => false
const isGoingOn = () => true

type MountedProps = SignInProps & { caller: string; begin?: Partial<FormState> }

const Mounted = ({ caller, begin, ...props }: MountedProps) => {
  const { config, styles, presentation, strings, callbacks, nonce } = props
  checkMountOptions(props, caller)
  const client = useClientOf(props, caller)
  const id = useId()
  const isHydrating = useSyncExternalStore(neverChanges, isOver, isGoingOn)
  const loaded = useLoadedStrings({ strings }, { baseUrl: client.baseUrl, isHydrating })
  const widget = loaded !== null && (
    <Widget
      key={keyOf(client)}
      id={`siw-${id}`}
      client={client}
      config={config}
      styles={styles}
      presentation={presentation}
      strings={loaded.strings}
      callbacks={callbacks}
      nonce={nonce}
      begin={begin}
      isHydrating={isHydrating}
    />
  )
  return config?.enableShadowDOM ? <Shadowed>{widget}</Shadowed> : widget
}

/** One number for each client: a component that is given another client begins anew. */
const keyOf = (client: HeadlessClient): number => {
  const key = keys.get(client) ?? ++count
  keys.set(client, key)
  return key
}
const keys = new WeakMap<HeadlessClient, number>()
let count = 0

const useClientOf = ({ client, publicToken, baseUrl }: ClientOptions, caller: string): HeadlessClient => {
  const around = useContext(ClientContext)
  const given = client ?? (publicToken === undefined ? around : null)
  const own = useMemo(() => {
    if (given !== null) return null
    if (publicToken === undefined || baseUrl === undefined)
      throw new UsageError(`${caller} needs a client, a <SignInProvider> around it, or a publicToken and a baseUrl.`)
    return createLazyClient(publicToken, { baseUrl })
  }, [given, publicToken, baseUrl, caller])
  // Held before anything uses it, which effects do. Not released where React only hides the component (`<Suspense>`): layout effects end then.
  useBeforePaint(() => own?.hold(), [own])
  useEffect(() => own?.release, [own])
  return given ?? (own as NonNullable<typeof own>).client
}
