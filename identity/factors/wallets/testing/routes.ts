import { errorTypes } from '@corroborate/wire/errors'
import { type Answered, identityUnderTest, type TestWallet } from '../../../testing/index.ts'

export type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Options = { session?: string | null; headers?: Record<string, string>; from?: string }

export const origin = 'http://localhost:5000'
export const headers = { Origin: origin, 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0' }
export const minutes = { session_duration_minutes: 60 }

export const open = (settings: Record<string, string> = {}) => identityUnderTest({ LIMITS_SCALE: '1000', ...settings })

export const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: { error_type: type },
})
export const notAccepted = refusal('unable_to_authenticate_crypto_wallet')

export const post = ({ sdk }: Provider, path: string, body: object, options: Options = {}): Promise<Answered> =>
  sdk('POST', `/crypto_wallets/${path}`, body, { ...options, headers: { ...headers, ...options.headers } })

type Named = Pick<TestWallet, 'type' | 'address'>
const named = ({ type, address }: Named) => ({ crypto_wallet_type: type, crypto_wallet_address: address })

/** Requests a challenge. With a session, for the signed-in account. */
export const start = (provider: Provider, wallet: Named, { body = {}, ...options }: Options & { body?: object } = {}) =>
  post(
    provider,
    `authenticate/start/${options.session ? 'secondary' : 'primary'}`,
    { ...named(wallet), ...body },
    options,
  )

/** The text of a start that must succeed. */
export const challengeOf = async (...asked: Parameters<typeof start>): Promise<string> => {
  const { status, json, data } = await start(...asked)
  if (status !== 200) throw new Error(`There is no text: ${JSON.stringify(json)}`)
  return String(data.challenge)
}

export const authenticate = (provider: Provider, wallet: Named, signature: string, options: Options = {}) =>
  post(provider, 'authenticate', { ...named(wallet), signature, ...minutes }, options)

/** Runs both steps of a sign-in with a wallet that signs. */
export const signInBy = async (provider: Provider, wallet: TestWallet, options: Options = {}) =>
  authenticate(provider, wallet, wallet.sign(await challengeOf(provider, wallet, options)), options)

/** Everything that a refused call must not change. */
export const stateOf = async ({ db }: Provider): Promise<string> =>
  JSON.stringify([
    await db.selectFrom('users').selectAll().orderBy('user_id').execute(),
    await db.selectFrom('sessions').selectAll().orderBy('session_id').execute(),
    await db.selectFrom('crypto_wallets').selectAll().orderBy('wallet_id').execute(),
    await db.selectFrom('single_use_secrets').selectAll().orderBy('secret_hash').execute(),
    await db.selectFrom('mailbox_messages').selectAll().execute(),
  ])
