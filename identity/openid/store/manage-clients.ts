import type { Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import { publicKeyProblem } from '../../platform/public-keys/index.ts'
import type { Project } from '../../projects/index.ts'
import { deleteAuthorizations } from './authorizations.ts'
import {
  type Client,
  type ClientSettings,
  clientSettings,
  deleteClientRow,
  hashClientSecret,
  insertClient,
  isNative,
  newClientSecret,
  ownScheme,
  updateClient,
} from './clients.ts'
import { deleteConsentsToClient } from './consents.ts'
import { revokeRecordsOfClient } from './records.ts'

/** Parses and cross-validates client settings. Returns an error message if they are invalid. */
export const parseSettings = (
  given: unknown,
): { kind: 'settings'; settings: ClientSettings } | { kind: 'wrong'; sentence: string } => {
  const parsed = clientSettings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { kind: 'wrong', sentence: `${issue?.path.join('.') || 'It'}: ${issue?.message}.` }
  }
  const settings = parsed.data
  if (settings.redirectUrls.length === 0 && !settings.clientCredentials) {
    return {
      kind: 'wrong',
      sentence: 'Set a redirect URL (--redirect URL), or allow the client credentials grant (--client-credentials on).',
    }
  }
  if (settings.isPublic && (settings.clientCredentials || !settings.pkce)) {
    return {
      kind: 'wrong',
      sentence: 'A public application has no secret: it cannot use the client credentials grant, and requires PKCE.',
    }
  }
  const sentence = wrongAddresses(settings) ?? wrongKeys(settings) ?? belowFapi2(settings)
  return sentence === null ? { kind: 'settings', settings } : { kind: 'wrong', sentence }
}

/** The reason why these addresses cannot be those of one application, or null. */
const wrongAddresses = ({ isPublic, redirectUrls, postLogoutRedirectUrls }: ClientSettings): string | null => {
  const addresses = [...redirectUrls, ...postLogoutRedirectUrls]
  const privateScheme = addresses.find(address => ownScheme(address) !== null)
  if (privateScheme === undefined || isNative({ isPublic, redirectUrls, postLogoutRedirectUrls })) return null
  if (!isPublic) return `Only a public application (--public) can use a private scheme: ${privateScheme}.`
  return `An application that uses a private scheme (${privateScheme}) names addresses on this machine as http://127.0.0.1, http://[::1] or http://localhost.`
}

const wrongKeys = ({ authMethod, isPublic, jwks, jwksUri }: ClientSettings): string | null => {
  const named = [jwks, jwksUri].filter(keys => keys !== null).length
  if (authMethod === 'client_secret') {
    return named === 0 ? null : 'Keys are for an application with --auth-method private_key_jwt.'
  }
  if (isPublic) return 'A public application cannot store a key, so it cannot use --auth-method private_key_jwt.'
  if (named !== 1) return '--auth-method private_key_jwt requires public keys: --jwks FILE or --jwks-uri URL.'
  const [problem] = (jwks?.keys ?? []).map(publicKeyProblem).filter(found => found !== null)
  return problem === undefined ? null : `A key cannot be used: ${problem}.`
}

/** Returns the reason why an application fails its requested profile (FAPI 2.0 Security Profile, section 5.3), or null. */
const belowFapi2 = ({ profile, authMethod, pkce, redirectUrls }: ClientSettings): string | null => {
  if (profile === 'none') return null
  if (authMethod !== 'private_key_jwt') return 'FAPI 2.0 requires --auth-method private_key_jwt.'
  if (!pkce) return 'FAPI 2.0 requires PKCE.'
  return redirectUrls.every(url => url.startsWith('https:')) ? null : 'FAPI 2.0 requires https for every --redirect.'
}

/** The settings that a project lacks for applications of the FAPI 2.0 profile, as options. */
export const lackedForFapi2 = ({ openid, jwtAlgorithm }: Pick<Project, 'openid' | 'jwtAlgorithm'>): string[] => [
  ...(openid.pushedRequests ? [] : ['--pushed-requests on']),
  ...(openid.dpop ? [] : ['--dpop on']),
  ...(jwtAlgorithm === 'ES256' ? [] : ['--jwt-algorithm ES256']),
]

/** Creates a client. The secret of a confidential one is returned only once. */
export const createClient = async (
  tx: Tx,
  project: Pick<Project, 'id' | 'environment'>,
  { settings, logo }: { settings: ClientSettings; logo: string | null },
  now: number,
): Promise<{ client: Client; secret: string | null }> => {
  const secret = settings.isPublic || settings.authMethod !== 'client_secret' ? null : newClientSecret()
  const client = {
    ...settings,
    id: newId('connected-app', project.environment),
    origin: 'operator' as const,
    secretHash: secret === null ? null : hashClientSecret(secret),
    logo,
  }
  await insertClient(tx, project.id, client, now)
  return { client: { ...client, createdAt: now, updatedAt: now }, secret }
}

/** Replaces a client's secret and returns the new one. */
export const replaceSecret = async (tx: Tx, projectId: string, client: Client, now: number): Promise<string> => {
  const secret = newClientSecret()
  await updateClient(tx, projectId, { ...client, secretHash: hashClientSecret(secret) }, now)
  return secret
}

/** Deletes a client with its tokens and user consents. */
export const deleteClient = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await deleteClientRow(tx, projectId, clientId)
  await deleteClientData(tx, projectId, clientId)
}

/** Removes all that is kept of a client besides itself. */
export const deleteClientData = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await revokeRecordsOfClient(tx, projectId, clientId)
  await deleteConsentsToClient(tx, projectId, clientId)
  await deleteAuthorizations(tx, projectId, { clientId })
}
