import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { ofFapi2, withoutPkce } from './client-metadata.ts'
import { errors } from './library.ts'

/** Whether a request needs PKCE: of a client that may do without it where it has a nonce, one that signs somebody in with one does not. */
export const needsPkce = ({ oidc }: KoaContextWithOIDC, client: Client): boolean => {
  if (client.clientAuthMethod === 'none' || client[ofFapi2] === true) return true
  const may = client[withoutPkce]
  const hasNonce = Boolean(oidc.params?.nonce) && oidc.requestParamScopes.has('openid')
  return may !== 'always' && !(may === 'with-nonce' && hasNonce)
}

/** The algorithms of the FAPI 2.0 Security Profile, section 5.4. */
const fapi2Algorithms: readonly unknown[] = ['PS256', 'ES256', 'EdDSA']

/**
 * Checks what a client signed to prove who it is, beyond what every one has to sign. The audience may also be one of our endpoints
 * or a list with us in it, as the second implementer's draft of the profile has it and many libraries send it.
 * @throws InvalidClientAuth
 */
export const checkAssertion = (
  _: unknown,
  __: unknown,
  header: { alg?: unknown } | undefined,
  client: Client,
): void => {
  if (client[ofFapi2] === true && !fapi2Algorithms.includes(header?.alg)) {
    throw new errors.InvalidClientAuth('alg must be PS256, ES256 or EdDSA')
  }
}
