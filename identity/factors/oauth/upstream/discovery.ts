import type { Row } from './row.ts'

/** The discovery document of a provider (OpenID Connect Discovery §4.2), with the addresses at which it is played. Pure. */
export const discoveryOf = (
  base: string,
  { issuer, authorize, token, keys, algorithm, profiles }: Row,
): Record<string, unknown> => {
  const at = (address: string | null) =>
    address === null ? undefined : `${base}/${address.replace(':tenant', 'common')}`
  const userInfo = Object.keys(profiles).find(call => /userinfo|openid/i.test(call))
  return {
    issuer,
    authorization_endpoint: at(authorize),
    token_endpoint: at(token),
    userinfo_endpoint: at(userInfo?.replace(/^\w+ /, '') ?? null),
    jwks_uri: at(keys),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
  }
}
