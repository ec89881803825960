import type { Settings } from '@corroborate/server-kit/settings'
import { createProviderClient } from '../provider-client/index.ts'
import { providers } from '../providers/index.ts'
import { connectionOf } from './connect.ts'
import type { Client } from './store.ts'

/**
 * Asks a provider whether it knows a client, by a code that does not exist: the provider refuses either the client or the
 * code. `unknown` when it refuses neither, or does not answer.
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
