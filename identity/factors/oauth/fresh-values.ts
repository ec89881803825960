import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { connect } from './clients/index.ts'
import { type ProviderClient, ProviderError } from './provider-client/index.ts'
import { providers } from './providers/index.ts'
import { type Kept, keepValues, readValues } from './registrations.ts'

/** Tokens that end sooner are renewed, in ms. */
const soon = 60_000

/**
 * The tokens of a linked account, which are renewed when they are about to end and the provider gave us the means. One call
 * at a time renews those of an account: many a refresh token works once.
 */
export const createFreshValues = (core: Core, client: ProviderClient) => {
  const { db, sealer } = core
  const renewing = createSingleFlight<string, Kept['values']>()

  /** @throws Refusal `oauth_user_registration_not_found`, `oauth_config_not_found`, or as the provider refuses */
  return async (project: Project, userId: string, id: string, now: number): Promise<Kept['values']> => {
    const read = async () => {
      const kept = await readValues(db, sealer, project.id, userId, id)
      return kept ?? refuse('oauth_user_registration_not_found')
    }
    const isEnding = ({ expires_at, refresh_token }: Kept['values']) =>
      refresh_token !== '' && expires_at !== '' && Date.parse(expires_at) - now < soon
    const kept = await read()
    if (!isEnding(kept.values)) return kept.values

    return renewing.run(id, async () => {
      // Another call may have renewed them since they were read.
      const { provider, values } = await read()
      if (!isEnding(values)) return values
      const connection = await connect(core, project.id, provider)
      if (connection === null) refuse('oauth_config_not_found')
      try {
        const renewed = {
          ...values,
          ...(await client.refresh({ provider: providers[provider], connection, values, now })),
        }
        await keepValues(db, sealer, project.id, id, renewed)
        return renewed
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // Another process may have renewed them a moment ago.
        const current = await read()
        if (current.values.access_token !== values.access_token) return current.values
        return refuse(error.type)
      }
    })
  }
}
