import type { Migration } from '@corroborate/server-kit/database'

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
