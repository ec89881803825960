import type { User } from '@corroborate/wire/types'

/** The lists of the user object that hold factors, by the kind a call deletes. */
export type FactorKind = 'email' | 'phone_number' | 'totp' | 'crypto_wallet' | 'oauth' | 'webauthn' | 'biometric'

/**
 * Whether a user can still get in after losing one factor. A way in is a proved address or number, a linked account, a
 * wallet, a passkey, a biometric registration, or a password together with any address; a second factor is none.
 */
export const canLose = (user: User, kind: FactorKind, id: string): boolean => {
  const kept = <Item>(of: FactorKind, items: readonly Item[], idOf: (item: Item) => string) =>
    items.filter(item => kind !== of || idOf(item) !== id)

  const emails = kept('email', user.emails, email => email.email_id)
  const phoneNumbers = kept('phone_number', user.phone_numbers, phone => phone.phone_id)
  return (
    emails.some(email => email.verified) ||
    (emails.length > 0 && user.password !== null) ||
    phoneNumbers.some(phone => phone.verified) ||
    kept('crypto_wallet', user.crypto_wallets, wallet => wallet.crypto_wallet_id).some(wallet => wallet.verified) ||
    kept('oauth', user.providers, provider => provider.oauth_user_registration_id).length > 0 ||
    kept('webauthn', user.webauthn_registrations, key => key.webauthn_registration_id).some(key => key.verified) ||
    kept('biometric', user.biometric_registrations, key => key.biometric_registration_id).some(key => key.verified)
  )
}
