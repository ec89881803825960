import { z } from 'zod'
import { cryptoWallets } from './crypto-wallets.ts'
import { endpoint } from './endpoint.schema.ts'
import { fingerprint, line, refusedAs, sessionDurationMinutes, text } from './fields.schema.ts'
import { maxLength } from './limits.ts'
import { authResult, common, walletType } from './objects.schema.ts'

/** An address is read by its kind, on the server: a wrong one is `invalid_crypto_wallet_address`. */
const wallet = { crypto_wallet_address: line(maxLength.walletAddress).min(1), crypto_wallet_type: walletType }

/** RFC 3986 §2: characters allowed in a URI. */
const uriCharacters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
const isUri = (value: string): boolean => uriCharacters.test(value) && URL.canParse(value)

const uri = z
  .string()
  .max(maxLength.url)
  .refine(value => isUri(value) && /^https?:\/\//i.test(value), refusedAs('invalid_siwe_uri'))
/** RFC 3339, in the form in which it can be repeated: one line of the text is one date. */
const date = (errorType: 'invalid_siwe_issued_at' | 'invalid_siwe_not_before') =>
  z
    .string()
    .refine(
      value => /T\d{2}:\d{2}:\d{2}/.test(value) && z.iso.datetime({ offset: true }).safeParse(value).success,
      refusedAs(errorType),
    )

/** Page options of the signed message (EIP-4361). Each is a line of its own, so none may contain a line break. */
const siweParams = z.object({
  uri,
  chain_id: z
    .string()
    .refine(value => /^[1-9]\d{0,19}$/.test(value), refusedAs('invalid_siwe_chain_id'))
    .optional(),
  issued_at: date('invalid_siwe_issued_at').optional(),
  /** `1*( reserved / unreserved / " " )`: ASCII without line breaks, quotes and angle brackets. */
  statement: text(1_000)
    .refine(value => /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/.test(value), refusedAs('invalid_siwe_statement'))
    .optional(),
  not_before: date('invalid_siwe_not_before').optional(),
  message_request_id: z
    .string()
    .max(maxLength.id)
    .refine(
      value => /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/.test(value),
      refusedAs('invalid_siwe_message_request_id'),
    )
    .optional(),
  resources: z
    .array(z.string().max(maxLength.url).refine(isUri, refusedAs('invalid_siwe_resources')))
    .max(20)
    .optional(),
})

const started = {
  params: null,
  body: z.object({ ...wallet, siwe_params: siweParams.optional() }),
  data: z.strictObject({ ...common.shape, challenge: z.string().min(1) }),
}

export const cryptoWalletEndpoints = {
  authenticateStartPrimary: endpoint(cryptoWallets.authenticateStartPrimary, started),
  authenticateStartSecondary: endpoint(cryptoWallets.authenticateStartSecondary, started),
  authenticate: endpoint(cryptoWallets.authenticate, {
    params: null,
    body: z.object({
      ...fingerprint,
      ...wallet,
      signature: line(maxLength.walletSignature).min(1),
      session_duration_minutes: sessionDurationMinutes,
    }),
    data: authResult,
  }),
}
