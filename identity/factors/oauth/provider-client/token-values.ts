import type { TokenEndpointResponse } from 'oauth4webapi'
import type { ProviderValues } from './provider-client.ts'

/** Returns the granted scopes: those the provider lists, separated by spaces or commas, or all requested ones. Pure. */
export const scopesGranted = (scope: string | undefined, asked: readonly string[]): string[] =>
  scope === undefined || scope === '' ? [...asked] : scope.split(/[\s,]+/).filter(Boolean)

/** A token answer as the application is given it. Pure. @param now epoch milliseconds */
export const valuesOf = (
  { access_token, id_token = '', refresh_token = '', expires_in }: TokenEndpointResponse,
  scopes: string[],
  now: number,
): ProviderValues => ({
  access_token,
  id_token,
  refresh_token,
  scopes,
  expires_at: expires_in === undefined ? '' : new Date(now + expires_in * 1_000).toISOString(),
})

/** The values after a refresh. A refresh token or id_token that the provider did not send again stays as it was. Pure. */
export const renewedValues = (old: ProviderValues, renewed: ProviderValues): ProviderValues => ({
  ...renewed,
  refresh_token: renewed.refresh_token || old.refresh_token,
  id_token: renewed.id_token || old.id_token,
})
