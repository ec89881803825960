import type { Call } from '@corroborate/wire/call'
import { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import { emailOtps, otps } from '@corroborate/wire/otps'
import { passwords } from '@corroborate/wire/passwords'
import { webauthn } from '@corroborate/wire/webauthn'
import { createAuthenticator } from '../identity/factors/passkeys/testing/index.ts'
import { createEthereumWallet, createSolanaWallet, type TestWallet } from '../identity/testing/wallets/index.ts'
import type { CodeMailbox } from './code-mailbox.ts'
import { requestSdk } from './our-servers.ts'

/** The page on which people sign in. */
export const signInOrigin = 'http://localhost:5000'
const domain = 'localhost'
const minutes = { session_duration_minutes: 60 }

/** A provider project and its mailbox. */
export type Project = { origin: string; publicToken: string; mailbox: CodeMailbox }
/** Signs in an existing user with all requests of a browser, sequentially. */
export type SignIn = () => Promise<unknown>

const ask = <R>({ origin, publicToken }: Project, call: Call, given: { body: object; session?: string }) =>
  requestSdk<R>(origin, publicToken, call, given)

const byPassword = async (project: Project, n: number): Promise<SignIn> => {
  const body = { email: `password${n}@example.org`, password: 'lantern-gravel-opus-41', ...minutes }
  await ask(project, passwords.create, { body })
  return () => ask(project, passwords.authenticate, { body })
}

const byPasscode = async (project: Project, n: number): Promise<SignIn> => {
  const email = `passcode${n}@example.org`
  return async () => {
    const arrived = project.mailbox.codeTo(email)
    const { method_id } = await ask<{ method_id: string }>(project, emailOtps.loginOrCreate, { body: { email } })
    await ask(project, otps.authenticate, { body: { token: await arrived, method_id, ...minutes } })
  }
}

/** The account is one with a password. */
const byPasskey = async (project: Project, n: number): Promise<SignIn> => {
  const account = { email: `passkey${n}@example.org`, password: 'lantern-gravel-opus-41', ...minutes }
  const { session_token } = await ask<{ session_token: string }>(project, passwords.create, { body: account })
  const asked = { domain, return_passkey_credential_options: true }
  const started = await ask<{ public_key_credential_creation_options: string }>(project, webauthn.registerStart, {
    body: asked,
    session: session_token,
  })
  const authenticator = createAuthenticator({ origin: signInOrigin })
  const made = authenticator.create(started.public_key_credential_creation_options)
  const body = { public_key_credential: made, ...minutes }
  await ask(project, webauthn.register, { body, session: session_token })
  return async () => {
    const { public_key_credential_request_options } = await ask<{ public_key_credential_request_options: string }>(
      project,
      webauthn.authenticateStartPrimary,
      { body: asked },
    )
    const public_key_credential = authenticator.get(public_key_credential_request_options)
    await ask(project, webauthn.authenticate, { body: { public_key_credential, ...minutes } })
  }
}

const byWallet =
  (create: () => TestWallet) =>
  async (project: Project): Promise<SignIn> => {
    const { type, address, sign } = create()
    const wallet = { crypto_wallet_type: type, crypto_wallet_address: address }
    return async () => {
      const { challenge } = await ask<{ challenge: string }>(project, cryptoWallets.authenticateStartPrimary, {
        body: wallet,
      })
      const body = { ...wallet, signature: sign(challenge), ...minutes }
      await ask(project, cryptoWallets.authenticate, { body })
    }
  }

/** The n-th person of each way, with all that they need to sign in. */
export const waysToSignIn: Readonly<Record<string, (project: Project, n: number) => Promise<SignIn>>> = {
  password: byPassword,
  'passcode by mail': byPasscode,
  'passkey (ES256)': byPasskey,
  'Ethereum wallet': byWallet(createEthereumWallet),
  'Solana wallet': byWallet(createSolanaWallet),
}
