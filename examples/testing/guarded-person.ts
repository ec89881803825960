import { authenticatorCode } from '@corroborate/server-kit/testing/authenticator'
import { mailsTo, waitForCode } from '@corroborate/server-kit/testing/mailbox'
import { expect } from 'vitest'

/** A user with a password and an authenticator app. */
export type GuardedPerson = {
  email: string
  password: string
  /** Returns an unused TOTP code. Two are available. */
  appCode: () => string
  /** Returns the newest emailed OTP that was not returned before. */
  mailedCode: () => Promise<string>
  /** Returns the newest emailed link that leads to `path`. */
  mailedLink: (path: string) => Promise<string>
}

type At = { provider: string; publicToken: string }
const minutes = { session_duration_minutes: 60 }

/** Makes an account with an authenticator app, by the calls of the provider alone. */
export const newGuardedPerson = async ({ provider, publicToken }: At, email: string): Promise<GuardedPerson> => {
  const call = async (path: string, body: object, sessionToken = publicToken): Promise<Record<string, string>> => {
    const answer = await fetch(`${provider}/sdk/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${publicToken}:${sessionToken}`)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const ask = (path: string) => fetch(`${provider}${path}`)
  const usedCodes: string[] = []
  const mailedCode = async () => {
    const code = await waitForCode(ask, email, usedCodes)
    usedCodes.push(code)
    return code
  }

  const password = 'quiet-otters-fold-paper'
  const { method_id } = await call('/otps/email/login_or_create', { email })
  const first = await call('/otps/authenticate', { token: await mailedCode(), method_id, ...minutes })
  const { session_token } = await call('/passwords/session/reset', { password, ...minutes }, first.session_token)
  const { secret = '' } = await call('/totps', { expiration_minutes: 30 }, session_token)
  // The code of the step before: that of now, and the next, stay for the test.
  let steps = -1
  const appCode = () => authenticatorCode(secret, Date.now() + 30_000 * steps++)
  await call('/totps/authenticate', { totp_code: appCode(), ...minutes }, session_token)

  const mailedLink = async (path: string): Promise<string> => {
    const find = async () => (await mailsTo(ask, email)).flatMap(({ links }) => links).find(link => link.includes(path))
    await expect.poll(find, { timeout: 45_000 }).toBeDefined()
    return (await find()) ?? ''
  }
  return { email, password, appCode, mailedCode, mailedLink }
}
