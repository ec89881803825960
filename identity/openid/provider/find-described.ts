import type Provider from 'oidc-provider'

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
