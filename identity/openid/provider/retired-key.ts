import { createPublicKey } from 'node:crypto'
import type { PublicJwk } from '../../accounts/sessions/index.ts'
import { ExternalSigningKey } from './library.ts'

/** Retired signing key that only verifies, so that hints issued before a rotation remain valid. */
export class RetiredKey extends ExternalSigningKey {
  readonly #jwk: PublicJwk

  constructor(jwk: PublicJwk) {
    super()
    this.#jwk = jwk
    Object.assign(this, { kid: jwk.kid, alg: jwk.alg })
  }

  override keyObject() {
    return createPublicKey({ key: this.#jwk, format: 'jwk' })
  }

  override sign(): never {
    throw new TypeError(`The key ${this.#jwk.kid} signs no more.`)
  }
}
