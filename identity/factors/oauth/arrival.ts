import { randomUUID } from 'node:crypto'
import { deleteOlder } from '@corroborate/server-kit/database'
import { parseEmail } from '@corroborate/wire/email'
import { email as emailAddress } from '@corroborate/wire/fields.schema'
import { oauthProviders } from '@corroborate/wire/providers'
import { z } from 'zod'
import { emails } from '../../accounts/contacts/attach.ts'
import { issueToken, type SecretSubject } from '../../accounts/one-time-tokens/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import type { Project } from '../../projects/index.ts'
import { authorityOf } from './clients/connect.ts'
import type { Coming, Standing } from './decide.ts'
import type { Connection, ProviderValues } from './provider-client/index.ts'
import type { Profile, Provider } from './providers/index.ts'
import { findOwner } from './store.ts'

const rowOf = (projectId: string, id: string) => ({ table: 'oauth_parcels', projectId, id })

/**
 * Issues a one-time token with sealed content: Apple's posted response, or a provider's result and tokens. The parcel's ID is the token's
 * `subject`. Both expire at the same time.
 */
export const issueParcel = async (
  tx: Tx,
  sealer: Sealer,
  content: unknown,
  secret: Omit<SecretSubject, 'subject'>,
  now: number,
): Promise<string> => {
  const { projectId, expiresAt } = secret
  const parcelId = randomUUID()
  await tx
    .insertInto('oauth_parcels')
    .values({
      project_id: projectId,
      parcel_id: parcelId,
      content: sealer.seal(JSON.stringify(content), rowOf(projectId, parcelId)),
      expires_at: expiresAt,
    })
    .execute()
  return issueToken(tx, { ...secret, subject: parcelId }, now)
}

/** The content that belongs to a token, or null when it was removed. */
export const openParcel = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  parcelId: string,
): Promise<unknown> => {
  const row = await db
    .selectFrom('oauth_parcels')
    .select('content')
    .where('project_id', '=', projectId)
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst()
  return row === undefined ? null : JSON.parse(sealer.open(row.content, rowOf(projectId, parcelId)))
}

export const removeParcel = async (tx: Tx, projectId: string, parcelId: string): Promise<void> => {
  await tx.deleteFrom('oauth_parcels').where('project_id', '=', projectId).where('parcel_id', '=', parcelId).execute()
}

/** Removes parcels that have expired. */
export const sweepParcels = async (db: Database, now: number): Promise<void> => {
  await deleteOlder(db, 'oauth_parcels', { key: ['project_id', 'parcel_id'], age: 'expires_at', before: now })
}

/** The user who requested linking, and the session of that request. Without `mayLink` it only re-authenticates them. */
export const attaching = z.object({ userId: z.string(), sessionId: z.string(), mayLink: z.boolean().default(true) })
export type Attaching = z.infer<typeof attaching>

/** A provider's result for a returning user. Stored until the application's page fetches it. */
export const arrival = z.object({
  account: z.object({ provider: z.enum(oauthProviders), authority: z.string(), subject: z.string() }),
  email: z.object({ address: emailAddress, class: z.enum(['A', 'B', 'C']) }).nullable(),
  isConfirmed: z.boolean(),
  attach: attaching.nullable(),
  name: z.object({ first: z.string(), last: z.string() }),
  pictureUrl: z.string(),
  locale: z.string(),
  values: z.object({
    access_token: z.string(),
    id_token: z.string(),
    refresh_token: z.string(),
    scopes: z.array(z.string()),
    expires_at: z.string(),
    /** As the provider wrote it, even if it proves nothing. */
    email: z.string(),
  }),
})
export type Arrival = z.infer<typeof arrival>

/** Assembles a provider's result. An invalid email address counts as missing. Pure. */
export const arrivalOf = (
  { id }: Pick<Provider, 'id'>,
  connection: Connection,
  { profile, values }: { profile: Profile; values: ProviderValues },
  attach: Attaching | null,
): Arrival => {
  const { subject, email, name, pictureUrl, locale } = profile
  const parsed = email === null ? null : parseEmail(email.address)
  return {
    account: { provider: id, authority: authorityOf(id, connection), subject },
    email: email !== null && parsed?.kind === 'email' ? { address: parsed.email, class: email.class } : null,
    isConfirmed: false,
    attach,
    name,
    pictureUrl,
    locale,
    values: { ...values, email: email?.address.slice(0, 320) ?? '' },
  }
}

/** An arrival as `decide` needs it. Pure. */
export const comingOf = ({ strictLinking }: Project, { attach, email, isConfirmed }: Arrival): Coming => ({
  attachTo: attach?.userId ?? null,
  mayLink: attach?.mayLink ?? true,
  emailClass: email?.class ?? null,
  isStrict: strictLinking,
  isConfirmed,
})

/** Looks up the database state for a provider's result. An unverified address is not looked up. */
export const standingOf = async (
  db: Database | Tx,
  project: Project,
  { account, email }: Arrival,
): Promise<Standing & { registrationId: string | null; emailId: string | null }> => {
  const owner = await findOwner(db, project.id, account)
  const address = email === null || email.class === 'C' ? null : await emails.find(db, project.id, email.address)
  return {
    owner: owner?.userId ?? null,
    registrationId: owner?.id ?? null,
    address,
    emailId: address?.id ?? null,
  }
}
