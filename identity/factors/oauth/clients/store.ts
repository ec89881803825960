import type { OAuthProvider } from '@corroborate/wire/providers'
import { z } from 'zod'
import type { Database, Tx } from '../../../platform/database/index.ts'
import type { Sealer } from '../../../platform/sealing/sealer.ts'

const options = z.object({
  teamId: z.string().default(''),
  keyId: z.string().default(''),
  host: z.string().optional(),
  tenant: z.string().optional(),
  trustsEmails: z.boolean().default(false),
  hostedDomain: z.string().default(''),
})

/** A client registration at a provider, without its secret. */
export type ListedClient = z.output<typeof options> & { provider: OAuthProvider; clientId: string; updatedAt: number }
export type Client = ListedClient & { clientSecret: string }

const rowOf = (projectId: string, provider: OAuthProvider) => ({ table: 'oauth_clients', projectId, id: provider })

export const findClient = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  provider: OAuthProvider,
): Promise<Client | null> => {
  const row = await db
    .selectFrom('oauth_clients')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    ...options.parse(JSON.parse(row.options)),
    provider,
    clientId: row.client_id,
    clientSecret: sealer.open(row.client_secret, rowOf(projectId, provider)),
    updatedAt: row.updated_at,
  }
}

export const listClients = async (db: Database | Tx, projectId: string): Promise<ListedClient[]> => {
  const rows = await db
    .selectFrom('oauth_clients')
    .select(['provider', 'client_id', 'options', 'updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('provider')
    .execute()
  return rows.map(row => ({
    ...options.parse(JSON.parse(row.options)),
    provider: row.provider,
    clientId: row.client_id,
    updatedAt: row.updated_at,
  }))
}

/** Stores a client, replacing any previous one. */
export const setClient = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  { provider, clientId, clientSecret, updatedAt, ...rest }: Client,
): Promise<void> => {
  const values = {
    client_id: clientId,
    client_secret: sealer.seal(clientSecret, rowOf(projectId, provider)),
    options: JSON.stringify(options.parse(rest)),
    updated_at: updatedAt,
  }
  await db
    .insertInto('oauth_clients')
    .values({ project_id: projectId, provider, ...values })
    .onConflict(conflict => conflict.columns(['project_id', 'provider']).doUpdateSet(values))
    .execute()
}

/** False when there was none. */
export const removeClient = async (db: Database | Tx, projectId: string, provider: OAuthProvider): Promise<boolean> => {
  const removed = await db
    .deleteFrom('oauth_clients')
    .where('project_id', '=', projectId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}
