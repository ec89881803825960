import { type Migration, prepareStatement } from '@corroborate/server-kit/database'
import type { User } from '@corroborate/wire/types'
import type { Selectable } from 'kysely'
import type { UserRef } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'

export type WalletTables = {
  crypto_wallets: {
    project_id: string
    wallet_id: string
    user_id: string
    type: 'ethereum' | 'solana'
    /** With the capitals of EIP-55, or in base58. */
    address: string
    /** Chain whose contract confirms the address's signatures; null if a key signs. */
    chain_id: string | null
    created_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends WalletTables {}
}

export const walletMigrations: Migration[] = [
  {
    name: '2026-11-27-crypto-wallets',
    async up(db) {
      await db.schema
        .createTable('crypto_wallets')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('wallet_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('type', 'text', column => column.notNull())
        .addColumn('address', 'text', column => column.notNull())
        .addColumn('chain_id', 'text')
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('crypto_wallets_pk', ['project_id', 'wallet_id'])
        .addUniqueConstraint('crypto_wallets_by_address', ['project_id', 'type', 'address'])
        .execute()
      await db.schema.createIndex('crypto_wallets_of').on('crypto_wallets').columns(['project_id', 'user_id']).execute()
    },
  },
]

type WalletRow = Selectable<WalletTables['crypto_wallets']>

/** An address of a kind of wallet, in the spelling that is kept. */
export type Wallet = { type: WalletRow['type']; address: string }
/** A stored wallet: its user, and the chain whose contract confirms its signatures; null if a key signs. */
export type StoredWallet = { id: string; userId: string; chainId: string | null }

/** Adds a wallet to a user. Returns its ID, or null if any user already has it. */
export const insertWallet = async (
  tx: Tx,
  project: Project,
  userId: string,
  { type, address, chainId }: Wallet & Pick<StoredWallet, 'chainId'>,
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
): Promise<StoredWallet | null> => {
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
