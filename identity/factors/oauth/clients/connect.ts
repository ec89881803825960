import type { Settings } from '@corroborate/server-kit/settings'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import type { Database } from '../../../platform/database/index.ts'
import type { Core } from '../../../sdk/core/create-core.ts'
import { type Connection, createProviderClient } from '../provider-client/index.ts'
import { endpointsOf, providers } from '../providers/index.ts'
import { isSandboxOpen, sandboxBase, sandboxCredentials } from '../sandbox/index.ts'
import { type Client, findClient, listClients } from './store.ts'

type Surroundings = { settings: Pick<Settings, 'production' | 'oauthProvidersUrl' | 'identity'> }

/**
 * A project's connection to a provider. If the operator has registered no client, the sandbox plays the provider during
 * development. If the sandbox is not open, there is no connection, and the answer is null.
 */
export const connect = async (
  { db, sealer, settings, origin }: Pick<Core, 'db' | 'sealer' | 'origin'> & Surroundings,
  projectId: string,
  provider: OAuthProvider,
): Promise<Connection | null> => {
  const client = await findClient(db, sealer, projectId, provider)
  if (client !== null) return connectionOf(settings, client)
  if (!isSandboxOpen(settings)) return null
  const { clientId, ...proof } = sandboxCredentials(provider)
  const { privateKey, ...key } =
    'privateKey' in proof ? proof : { privateKey: proof.clientSecret, teamId: '', keyId: '' }
  const none = { places: {}, trustsEmails: false, hostedDomain: '' }
  return { ...none, ...key, clientId, clientSecret: privateKey, base: sandboxBase(origin), isSandbox: true }
}

/** The connection of a client that an operator registered. */
const connectionOf = (
  { oauthProvidersUrl }: Pick<Settings, 'oauthProvidersUrl'>,
  { host, tenant, ...rest }: Client,
): Connection => {
  const places = { ...(host !== undefined && { host }), ...(tenant !== undefined && { tenant }) }
  return { ...rest, places, base: oauthProvidersUrl, isSandbox: false }
}

/** The providers that people can choose in a project, in the order of the contract. */
export const providersOn = async (
  db: Database,
  { settings }: Pick<Surroundings, 'settings'>,
  projectId: string,
): Promise<{ provider: OAuthProvider; sandbox: boolean }[]> => {
  const registered = new Set((await listClients(db, projectId)).map(({ provider }) => provider))
  return oauthProviders
    .map(provider => ({ provider, sandbox: !registered.has(provider) }))
    .filter(({ sandbox }) => !sandbox || isSandboxOpen(settings))
}

/**
 * The host within which a provider's subjects are unique. Each installation of GitLab has users of its own, and an account of
 * the sandbox is valid in the sandbox only.
 */
export const authorityOf = (provider: OAuthProvider, { places, isSandbox }: Connection): string =>
  isSandbox ? 'sandbox' : new URL(endpointsOf(providers[provider], { places, base: null }).token).host

/**
 * The same for a project at a provider, also where no client is registered yet: then it is the provider's usual host. The sandbox
 * is left out.
 */
export const authorityIn = async (
  { db, sealer, settings }: Pick<Core, 'db' | 'sealer'> & Pick<Surroundings, 'settings'>,
  projectId: string,
  provider: OAuthProvider,
): Promise<string> => {
  const client = await findClient(db, sealer, projectId, provider)
  if (client !== null) return authorityOf(provider, connectionOf(settings, client))
  return new URL(endpointsOf(providers[provider], { places: {}, base: null }).token).host
}

/**
 * Checks if a provider knows a client by exchanging an invalid code: the provider rejects either the client or the code. `unknown` if it
 * rejects neither, or doesn't respond.
 */
export const checkRegistration = (
  settings: Pick<Settings, 'oauthProvidersUrl'>,
  client: Client,
  redirectUri: string,
): Promise<'accepted' | 'refused' | 'unknown'> =>
  createProviderClient().check({
    provider: providers[client.provider],
    connection: connectionOf(settings, client),
    redirectUri,
    now: Date.now(),
  })
