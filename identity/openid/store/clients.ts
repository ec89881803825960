import { randomBytes } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import { hasVisibleCharacter } from '@corroborate/wire/written-text'
import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Database, Tx } from '../../platform/database/index.ts'
import { redirectUrl } from '../../projects/index.ts'
import { hashOf } from './hash.ts'
import type { OpenidTables } from './tables.ts'

/** Schemes that browsers and systems run or show themselves: no application comes back by them. */
const notOfApplications: ReadonlySet<string> = new Set([
  ...[
    'about:',
    'blob:',
    'data:',
    'file:',
    'filesystem:',
    'ftp:',
    'http:',
    'https:',
    'intent:',
    'javascript:',
    'mailto:',
  ],
  ...['ms-settings:', 'sms:', 'tel:', 'vbscript:', 'view-source:', 'ws:', 'wss:'],
])

/**
 * Returns the private-use scheme of a native app's redirect URI (RFC 8252, section 7.1), such as `org.example.app` of
 * org.example.app:/back; null for other URIs.
 */
export const ownScheme = (text: string): string | null => {
  const scheme = /^([a-z][a-z0-9+.-]*):\/[^\s#]*$/.exec(text)?.[1]
  return scheme === undefined || notOfApplications.has(`${scheme}:`) || !URL.canParse(text) ? null : scheme
}

/** An address of the client, exactly as it sends it; a public one may have a scheme of its own. */
const clientUrl = z
  .string()
  .max(2048)
  .refine(
    text => redirectUrl.safeParse(text).success || ownScheme(text) !== null,
    'must be one https URL without a fragment, http:// on this machine, or a scheme of the application’s own such as org.example.app:/back',
  )

export const authMethods = ['client_secret', 'private_key_jwt'] as const
/** `fapi2`: the FAPI 2.0 Security Profile; `fapi2-message-signing`: that with signed requests and signed responses. */
export const profiles = ['none', 'fapi2', 'fapi2-message-signing'] as const

/** Private members of a JWK (RFC 7518, section 6). */
const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const publicKey = z
  .looseObject({ kty: z.enum(['RSA', 'EC', 'OKP'], 'must be a public key: RSA, EC or OKP') })
  .refine(key => privateParts.every(part => !(part in key)), 'must hold public keys only')

const scopeName = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, 'must be a scope without spaces or quotes')

/** Default scopes of an application. */
export const defaultScopes = ['openid', 'profile', 'email', 'phone', 'offline_access']

const visibly = 'must have a visible character'
/** One line that people are shown: empty, or with something to see. Joiners stay: Persian and emoji are written with them. */
const shownLine = (most: number) =>
  z
    .string()
    .trim()
    .refine(
      text =>
        text.length <= 4 * most && /^(?:[\u200c\u200d]|[^\p{C}\p{Zl}\p{Zp}])*$/u.test(text) && [...text].length <= most,
      `must be one line of at most ${most} characters`,
    )
    .refine(text => text === '' || hasVisibleCharacter(text), visibly)

/** Settings of an application, set by its operator or by itself. */
export const clientSettings = z.object({
  /** Display name. */
  name: shownLine(80).refine(text => text !== '', visibly),
  description: shownLine(200).default(''),
  /** First-party application: no consent required. */
  firstParty: z.boolean().default(false),
  /** Public client without a secret, in a browser or on a user's device. */
  isPublic: z.boolean().default(false),
  redirectUrls: z.array(clientUrl).max(20).default([]),
  postLogoutRedirectUrls: z.array(clientUrl).max(20).default([]),
  /** Back-channel logout URL, notified when a session that signed in to the application ends. */
  backchannelLogoutUrl: redirectUrl.nullable().default(null),
  /** Maximum scopes that it may request. */
  scopes: z.array(scopeName).max(50).default(defaultScopes),
  /** The APIs it may ask tokens for (RFC 8707). */
  resources: z.array(z.url()).max(20).default([]),
  /** APIs served by the application. It may introspect tokens issued for them (RFC 7662). */
  serves: z.array(z.url()).max(20).default([]),
  /** Allows the client credentials grant (RFC 6749, section 4.4). */
  clientCredentials: z.boolean().default(false),
  /** A confidential client may go without PKCE when its library knows none. */
  pkce: z.boolean().default(true),
  /** Client authentication: a secret, or signatures with its own keys (RFC 7523). */
  authMethod: z.enum(authMethods).default('client_secret'),
  /** Its public keys, or where they are. */
  jwks: z
    .object({ keys: z.array(publicKey).min(1).max(10) })
    .nullable()
    .default(null),
  jwksUri: redirectUrl.nullable().default(null),
  /** Nothing less than its profile is accepted from it. */
  profile: z.enum(profiles).default('none'),
  /** All other metadata of a dynamic registration. */
  registered: z.record(z.string(), z.unknown()).default({}),
})
export type ClientSettings = z.infer<typeof clientSettings>

export type Client = ClientSettings & {
  id: string
  origin: 'operator' | 'registered'
  secretHash: string | null
  logo: string | null
  createdAt: number
  updatedAt: number
}

/** Hosts of which a native application may use any port (RFC 8252, section 7.3), as `oidc-provider` has them. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True if an address leads to an application on the person's device: by a private scheme, or by http to a loopback address. */
export const isOnDevice = (address: string): boolean => URL.parse(address)?.protocol !== 'https:'

/**
 * True for a public application with an address on the person's device (RFC 8252); it may have claimed https addresses besides. The
 * rules of `oidc-provider` for native applications leave out https on a loopback address, so an application with one is of the web.
 */
export const isNative = ({
  isPublic,
  redirectUrls,
  postLogoutRedirectUrls,
}: Pick<ClientSettings, 'isPublic' | 'redirectUrls' | 'postLogoutRedirectUrls'>): boolean => {
  const addresses = [...redirectUrls, ...postLogoutRedirectUrls]
  const fits = (address: string): boolean => {
    const { protocol, hostname } = new URL(address)
    const isLoopback = loopbackHosts.has(hostname)
    return protocol === 'https:' ? !isLoopback : protocol !== 'http:' || isLoopback
  }
  return isPublic && addresses.some(isOnDevice) && addresses.every(fits)
}

/** Settings that have been read, by their text: every call of an application reads its own, some of them several times. */
const settingsRead = new LRUCache<string, ClientSettings>({ max: 1_000 })

const readSettings = (text: string): ClientSettings => {
  const known = settingsRead.get(text)
  if (known !== undefined) return known
  const settings = clientSettings.parse(JSON.parse(text))
  settingsRead.set(text, settings)
  return settings
}

const toClient = (row: Selectable<OpenidTables['openid_clients']>): Client => ({
  ...readSettings(row.settings),
  id: row.client_id,
  origin: row.origin,
  secretHash: row.secret_hash,
  logo: row.logo,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A new secret of 256 random bits, 43 characters of base64url. */
export const newClientSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes a client secret for storage. */
export const hashClientSecret = (secret: string): string => hashOf(secret)

export const insertClient = async (
  db: Database | Tx,
  projectId: string,
  client: Omit<Client, 'createdAt' | 'updatedAt'>,
  now: number,
): Promise<void> => {
  const { id, origin, secretHash, logo, ...settings } = client
  await db
    .insertInto('openid_clients')
    .values({
      project_id: projectId,
      client_id: id,
      origin,
      settings: JSON.stringify(clientSettings.parse(settings)),
      secret_hash: secretHash,
      logo,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export const findClient = async (db: Database | Tx, projectId: string, clientId: string): Promise<Client | null> => {
  const [row] = await clientRow(db, projectId, clientId)
  return row === undefined ? null : toClient(row)
}

const clientRow = prepareStatement((db: Database | Tx, projectId: string, clientId: string) =>
  db.selectFrom('openid_clients').selectAll().where('project_id', '=', projectId).where('client_id', '=', clientId),
)

export const listClients = async (db: Database | Tx, projectId: string): Promise<Client[]> =>
  (
    await db
      .selectFrom('openid_clients')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .orderBy('client_id')
      .execute()
  ).map(toClient)

/** Updates a client's settings, secret and logo. */
export const updateClient = async (
  tx: Tx,
  projectId: string,
  { id, secretHash, logo, ...settings }: ClientSettings & Pick<Client, 'id' | 'secretHash' | 'logo'>,
  now: number,
): Promise<void> => {
  await tx
    .updateTable('openid_clients')
    .set({ settings: JSON.stringify(clientSettings.parse(settings)), secret_hash: secretHash, logo, updated_at: now })
    .where('project_id', '=', projectId)
    .where('client_id', '=', id)
    .execute()
}

export const deleteClientRow = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await tx.deleteFrom('openid_clients').where('project_id', '=', projectId).where('client_id', '=', clientId).execute()
}
