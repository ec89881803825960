import { generateKeyPairSync } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Client } from '../store/index.ts'
import { clientMetadata } from './client-metadata.ts'

/** An application as the provider knows it. */
export type Described = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/** Finds an application by ID. Returns null if there is none, or its self-described metadata is invalid or cannot be fetched. */
export const findDescribed = async ({ Client }: Pick<Provider, 'Client'>, id: string): Promise<Described | null> => {
  try {
    return (await Client.find(id)) ?? null
  } catch (error) {
    // The errors of the protocol have such a field.
    if (error instanceof Error && 'error' in error) return null
    throw error
  }
}

/**
 * Returns the reason why the provider could not serve a client, or null. Loads the client with the serving code, so that none is stored
 * that would fail every authorization request with `connected_app_not_found`.
 */
export const clientProblem = async (db: Database, project: Project, client: Client): Promise<string | null> => {
  const [{ clientConfigurationOf }, { Provider }] = await Promise.all([
    import('./configuration.ts'),
    import('./library.ts'),
  ])
  const { jwtAlgorithm } = project
  // Nothing is signed with it: the library checks that the project has a key of its algorithm.
  const { privateKey } =
    jwtAlgorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider('https://provider.invalid', {
    ...clientConfigurationOf({ db }, project, { jwtAlgorithm, algorithms: [jwtAlgorithm] }),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: jwtAlgorithm }] } as never,
    adapter: () => ({ find: async () => clientMetadata(client, project) }) as never,
  })
  try {
    await provider.Client.find(client.id)
    return null
  } catch (error) {
    if (error instanceof Error && 'error_description' in error) return String(error.error_description)
    throw error
  }
}
