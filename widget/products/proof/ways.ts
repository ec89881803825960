import { type OAuthProvider, providerTitle } from '@corroborate/wire/providers'
import type { User } from '../../form/index.ts'
import type { Missing } from './use-proof.ts'

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
