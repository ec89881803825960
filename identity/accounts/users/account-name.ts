import type { User } from '@corroborate/wire/types'

/** Account label for authenticators: the user's sign-in identifier, preferably a verified one. Pure. */
export const accountName = ({ emails, phone_numbers, crypto_wallets, user_id }: User): string =>
  emails.find(({ verified }) => verified)?.email ??
  phone_numbers.find(({ verified }) => verified)?.phone_number ??
  crypto_wallets[0]?.crypto_wallet_address ??
  emails[0]?.email ??
  user_id
