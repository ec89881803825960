import { type OAuthProvider, oauthProviders, providerTitle } from '@corroborate/wire/providers'
import { useCallback, useRef, useState } from 'react'
import { errorTypeOf, type User, useWidget } from '../../form/index.ts'

/** Purpose of a visit to a provider: linking an account, or step-up authentication with a linked one. */
export type Purpose = 'link' | 'prove'
export type LeftFor = { provider: OAuthProvider; purpose: Purpose }

/** Key in the storage of this tab. */
const key = 'sign-in-left-for'

/** Records that this tab leaves for a provider, so that the return URL's parameters are accepted. */
const noteLeaving = ({ provider, purpose }: LeftFor): void => {
  try {
    sessionStorage.setItem(key, `${purpose} ${provider}`)
  } catch {
    // Storage is disabled. The form on this page then handles the return.
  }
}

/** Returns and clears the recorded purpose; null if there is none. */
export const takeLeaving = (): LeftFor | null => {
  try {
    const [purpose, name] = sessionStorage.getItem(key)?.split(' ') ?? []
    sessionStorage.removeItem(key)
    const provider = oauthProviders.find(each => each === name)
    return provider !== undefined && (purpose === 'link' || purpose === 'prove') ? { provider, purpose } : null
  } catch {
    return null
  }
}

/** Returns a function that leaves the page for a provider, with the signed-in account bound to the flow. */
export const useLeave = (): ((leaving: LeftFor) => Promise<void>) => {
  const { client, settings, emit } = useWidget()
  const { providers, loginRedirectURL, signupRedirectURL } = settings.oauthOptions
  return async leaving => {
    const options = providers.find(({ type }) => type === leaving.provider)
    const { oauth_attach_token } = await client.oauth.attach(leaving.provider)
    noteLeaving(leaving)
    emit({ type: 'OAUTH_LINK_START', data: leaving })
    await client.oauth.start(leaving.provider, {
      login_redirect_url: loginRedirectURL,
      signup_redirect_url: signupRedirectURL,
      custom_scopes: options?.custom_scopes,
      provider_params: options?.provider_params,
      oauth_attach_token,
    })
  }
}

/** Required proof: a recent one, or a second factor. */
type Missing = 'recent' | 'second'

const missing: Readonly<Record<string, Missing>> = {
  stale_factors: 'recent',
  session_too_old_to_reset_password: 'recent',
  insufficient_factors: 'second',
}

/** Returns the proof an error requires; null for other errors. Pure. */
export const missingIn = (error: unknown): Missing | null => missing[errorTypeOf(error) ?? ''] ?? null

export type Asked = { missing: Missing; onProved: () => void; onCancel: () => void }

/** Runs a protected action: if the provider requires step-up authentication, completes it and retries. */
export type Guarded = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Runs step-up authentication if required, then continues. */
export const useProof = (): { asked: Asked | null; guarded: Guarded } => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useRef(
    (missing: Missing): Promise<boolean> =>
      new Promise(resolve => {
        const close = (isProved: boolean) => () => {
          setAsked(null)
          resolve(isProved)
        }
        setAsked({ missing, onProved: close(true), onCancel: close(false) })
      }),
  )
  const guarded = useCallback(async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        // After a recent proof a second one may be missing still.
        const wanted = missingIn(error)
        if (wanted === null || !(await ask.current(wanted))) throw error
      }
    }
  }, [])
  return { asked, guarded }
}

export type Way =
  | { kind: 'passkey' }
  | { kind: 'password'; email: string }
  | { kind: 'email'; destination: string }
  | { kind: 'sms'; destination: string }
  | { kind: 'app' }
  | { kind: 'recovery' }
  | { kind: 'wallet' }
  | { kind: 'provider'; provider: OAuthProvider }

/**
 * Returns the method that the dialog starts by itself: one with typed input, if it is the only one. Mails and browser prompts wait for the
 * button. Pure.
 */
export const beginsBy = ([first, ...others]: readonly Way[]): Way | null =>
  first !== undefined && (others.length === 0 || isTyped(first)) ? first : null

const isTyped = ({ kind }: Way): boolean => kind === 'password' || kind === 'app' || kind === 'recovery'

/** Returns a user's step-up methods on this page, fastest first. A social account counts if the page offers its provider. Pure. */
export const waysOf = (user: User, missing: Missing, offered: readonly OAuthProvider[] = []): Way[] => {
  const { webauthn_registrations: passkeys, password, emails, phone_numbers: numbers, totps } = user
  const passkey: Way[] = passkeys.length > 0 ? [{ kind: 'passkey' }] : []
  const second: Way[] = totps.some(({ verified }) => verified) ? [{ kind: 'app' }, { kind: 'recovery' }] : []
  if (missing === 'second') return [...second, ...passkey]
  const [own] = emails
  return [
    ...passkey,
    ...(password !== null && own !== undefined ? [{ kind: 'password', email: own.email } as const] : []),
    ...emails.filter(({ verified }) => verified).map(({ email }) => ({ kind: 'email', destination: email }) as const),
    ...numbers
      .filter(({ verified }) => verified)
      .map(({ phone_number }) => ({ kind: 'sms', destination: phone_number }) as const),
    ...second.filter(({ kind }) => kind === 'app'),
    ...(user.crypto_wallets.length > 0 ? [{ kind: 'wallet' } as const] : []),
    ...offered
      .filter(provider => user.providers.some(({ provider_type }) => provider_type === providerTitle(provider)))
      .map(provider => ({ kind: 'provider', provider }) as const),
  ]
}
