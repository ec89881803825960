import type { User } from '@corroborate/wire/types'

/** What an authenticator calls the account: what its owner signs in with, proved if there is such. Pure. */
export const accountName = ({ emails, phone_numbers, crypto_wallets, user_id }: User): string =>
  emails.find(({ verified }) => verified)?.email ??
  phone_numbers.find(({ verified }) => verified)?.phone_number ??
  crypto_wallets[0]?.crypto_wallet_address ??
  emails[0]?.email ??
  user_id
