import type { Settings } from '@corroborate/server-kit/settings'
import { createProviderClient } from '../provider-client/index.ts'
import { providers } from '../providers/index.ts'
import { connectionOf } from './connect.ts'
import type { Client } from './store.ts'

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
