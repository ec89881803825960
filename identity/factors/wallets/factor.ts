import { userField } from '../../accounts/users/index.ts'
import type { Factor } from '../../sdk/feature/index.ts'
import { createWalletCalls } from './calls.ts'
import { walletNotices } from './notices.ts'
import { walletRemoval } from './removal.ts'
import { walletSettings } from './settings.ts'
import { removeWallets, shownRows, toShown } from './store.ts'
import { walletMigrations } from './tables.ts'

/** Crypto wallets. A signature proves ownership of an address's key. */
export const walletFactor = {
  name: 'wallets',
  tables: ['crypto_wallets'],
  migrations: walletMigrations,
  limits: {},
  sealed: [],
  secrets: ['wallet_challenge'],
  notices: walletNotices,
  settings: walletSettings,
  userField: userField('crypto_wallets', shownRows, rows => rows.map(toShown)),
  isWayIn: user => user.crypto_wallets.length > 0,
  // A user with a wallet has already signed in.
  makesAccount: null,
  removal: walletRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removeWallets(tx, projectId, userId),
  deleteUser: removeWallets,
  // Challenges are removed with all other secrets.
  sweep: null,
  open: core => ({ calls: createWalletCalls(core), pages: null, jobs: {}, checks: {}, close: null }),
} satisfies Factor
