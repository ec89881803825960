import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { publicKeyProblem } from '../../platform/public-keys/index.ts'
import { ofFapi2, withoutPkce } from './client-metadata.ts'
import { errors } from './library.ts'

/** True if a request requires PKCE. A client that may replace PKCE by a nonce doesn't need it for sign-ins with a nonce. */
export const needsPkce = ({ oidc }: KoaContextWithOIDC, client: Client): boolean => {
  if (client.clientAuthMethod === 'none' || client[ofFapi2] === true) return true
  const may = client[withoutPkce]
  const hasNonce = Boolean(oidc.params?.nonce) && oidc.requestParamScopes.has('openid')
  return may !== 'always' && !(may === 'with-nonce' && hasNonce)
}

/** The algorithms of the FAPI 2.0 Security Profile, section 5.4. */
const fapi2Algorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA']

/** True if the algorithm is allowed by the client's profile. */
const hasAlgorithmOf = (client: Client, header: { alg?: unknown } | undefined): boolean =>
  client[ofFapi2] !== true || fapi2Algorithms.includes(header?.alg)

/** The keys of a client, fetched if they are at an address of its own and were not fetched lately. */
type ClientKeys = { refresh: () => Promise<void> } & Iterable<Readonly<Record<string, unknown>>>

/** True if none of the client's keys is too weak to trust. A key set that cannot be fetched is reported by `oidc-provider`. */
const hasSoundKeys = async (client: Client): Promise<boolean> => {
  const keys = client.asymmetricKeyStore as ClientKeys
  await keys.refresh().catch(() => {})
  return [...keys].every(key => publicKeyProblem(key) === null)
}

/**
 * Validates a client assertion beyond the standard checks. The audience may also be one of our endpoints or a list that includes us, as in
 * the second implementer's draft of FAPI 2.0 and many libraries.
 * @throws InvalidClientAuth
 */
export const checkAssertion = async (
  _: unknown,
  __: unknown,
  header: { alg?: unknown } | undefined,
  client: Client,
): Promise<void> => {
  if (!hasAlgorithmOf(client, header)) throw new errors.InvalidClientAuth('alg must be PS256, ES256 or EdDSA')
  if (!(await hasSoundKeys(client))) throw new errors.InvalidClientAuth('a key of the client is too weak')
}

/** Maximum lifetime of a FAPI 2.0 client's request object, in seconds (FAPI 2.0 Message Signing, section 5.3.1). */
const requestObjectLifetime = 3600

/**
 * Checks a signed authorization request (RFC 9101) beyond its signature, issuer and audience. One of a FAPI 2.0 client is valid for an
 * hour at most, so it also began less than an hour ago.
 * @throws InvalidRequestObject
 */
export const checkRequestObject = async (
  { oidc }: KoaContextWithOIDC,
  claims: Readonly<Record<string, unknown>>,
  header: { alg?: unknown } | undefined,
  client: Client,
): Promise<void> => {
  const wrong = (sentence: string): never => {
    throw new errors.InvalidRequestObject(sentence)
  }
  if (!(await hasSoundKeys(client))) wrong('a key of the client is too weak')
  if (client[ofFapi2] !== true || oidc.entities.PushedAuthorizationRequest !== undefined) return
  if (!hasAlgorithmOf(client, header)) wrong('alg must be PS256, ES256 or EdDSA')
  const { nbf, exp, aud } = claims
  if (typeof nbf !== 'number' || typeof exp !== 'number' || aud === undefined) {
    return wrong("a request object needs the claims 'aud', 'nbf' and 'exp'")
  }
  if (exp <= nbf || exp - nbf > requestObjectLifetime) wrong("'exp' must be within 60 minutes of 'nbf'")
}
