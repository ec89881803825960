import { prepareStatement } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import type { Selectable } from 'kysely'
import type { UserRef } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'
import type { WalletTables } from './tables.ts'

type WalletRow = Selectable<WalletTables['crypto_wallets']>

/** An address of a kind of wallet, in the spelling that is kept. */
export type Wallet = { type: WalletRow['type']; address: string }
/** A stored wallet: its user, and the chain whose contract confirms its signatures; null if a key signs. */
export type KeptWallet = { id: string; userId: string; chainId: string | null }

/** Adds a wallet to a user. Returns its ID, or null if any user already has it. */
export const insertWallet = async (
  tx: Tx,
  project: Project,
  userId: string,
  { type, address, chainId }: Wallet & Pick<KeptWallet, 'chainId'>,
  now: number,
): Promise<string | null> => {
  const row = await tx
    .insertInto('crypto_wallets')
    .values({
      project_id: project.id,
      wallet_id: newId('crypto-wallet', project.environment),
      user_id: userId,
      type,
      address,
      chain_id: chainId,
      created_at: now,
    })
    .onConflict(conflict => conflict.columns(['project_id', 'type', 'address']).doNothing())
    .returning('wallet_id')
    .executeTakeFirst()
  return row?.wallet_id ?? null
}

export const findWallet = async (
  db: Database | Tx,
  projectId: string,
  { type, address }: Wallet,
): Promise<KeptWallet | null> => {
  const [row] = await walletRows(db, projectId, type, address)
  return row === undefined ? null : { id: row.wallet_id, userId: row.user_id, chainId: row.chain_id }
}

const walletRows = prepareStatement((db: Database | Tx, projectId: string, type: Wallet['type'], address: string) =>
  db
    .selectFrom('crypto_wallets')
    .select(['wallet_id', 'user_id', 'chain_id'])
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .where('address', '=', address),
)

/** Query part for a user's wallets, embedded in the statement that reads the user. */
export const shownRows = (db: Database | Tx, { projectId, userId }: UserRef) =>
  (db as Database)
    .selectFrom('crypto_wallets')
    .select(['wallet_id', 'type', 'address'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('wallet_id')

export const toShown = ({
  wallet_id,
  type,
  address,
}: Pick<WalletRow, 'wallet_id' | 'type' | 'address'>): User['crypto_wallets'][number] => ({
  crypto_wallet_id: wallet_id,
  crypto_wallet_address: address,
  crypto_wallet_type: type,
  // A wallet is kept only after it has signed.
  verified: true,
})

export const removeWallet = async (tx: Tx, projectId: string, userId: string, id: string): Promise<void> => {
  await tx
    .deleteFrom('crypto_wallets')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('wallet_id', '=', id)
    .execute()
}

/** Removes everything that this folder keeps of a user. */
export const removeWallets = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('crypto_wallets').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}
