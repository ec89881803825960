import type { Users } from '../../accounts/users/index.ts'
import { insertRegistration } from '../../factors/oauth/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/sealing/index.ts'
import type { Project } from '../../projects/index.ts'
import type { CheckedUser } from './check-user.ts'

/** Context of writing a user. */
export type Writing = {
  project: Project
  sealer: Sealer
  users: Pick<Users, 'read'>
  /** The host within which a provider's subjects are unique. */
  authorityOf: (provider: CheckedUser['links'][number]['provider']) => string
  /** The kind of file, such as `auth0`: ids of two systems may be the same. */
  format: string
  now: number
}

/** Result for a user: values written, and values left as changed here. */
export type Outcome = {
  became: 'created' | 'updated' | 'unchanged' | 'deleted here'
  kept: Kept[]
  left: string[]
}

/** Kinds of imported items in the report. */
export type Kept =
  | 'addresses'
  | 'phone numbers'
  | 'names'
  | 'passwords'
  | 'links'
  | 'authenticator apps'
  | 'metadata'
  | 'roles'
  | 'ids (as external_id)'

const noTokens = { access_token: '', id_token: '', refresh_token: '', scopes: [], expires_at: '', email: '' }

/** Links social accounts. An account linked to another user stays there. */
export const addLinks = async (
  tx: Tx,
  { project, sealer, authorityOf, now }: Writing,
  userId: string,
  links: CheckedUser['links'],
): Promise<{ linked: CheckedUser['links']; left: string[] }> => {
  const linked: CheckedUser['links'] = []
  const left: string[] = []
  for (const link of links) {
    const account = { ...link, authority: authorityOf(link.provider) }
    const kept = { pictureUrl: '', locale: '', values: noTokens }
    const id = await insertRegistration(tx, sealer, project, userId, account, kept, now)
    if (id === null) left.push('a link to an account that another user is linked to')
    else linked.push(link)
  }
  return { linked, left }
}
