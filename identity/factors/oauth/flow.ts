import { runTransaction } from '@corroborate/server-kit/database'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { z } from 'zod'
import { issueToken, lookAtToken, spend, wasSpent } from '../../accounts/single-use/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import { attaching } from './arrival.ts'
import { type Browser, flowLifetime, isBrowser } from './browser.ts'
import { pages } from './land.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_state: true
  }
}

const flow = z.object({
  browserHash: z.string(),
  /** Our client when the sign-in began: its code works for this client only. */
  clientId: z.string(),
  redirectUri: z.string(),
  ...pages.shape,
  scopes: z.array(z.string()),
  attach: attaching.nullable(),
})

/** A sign-in on its way through a provider. */
export type Flow = z.infer<typeof flow>

/** Begins a sign-in. Returns its `state`: 256 random bits, of which a hash is kept for ten minutes. */
export const beginFlow = (
  tx: Tx,
  { projectId, provider, now }: { projectId: string; provider: OAuthProvider; now: number },
  payload: Flow,
): Promise<string> =>
  issueToken(
    tx,
    { projectId, kind: 'oauth_state', subject: provider, userId: '', payload, expiresAt: now + flowLifetime },
    now,
  )

export type FoundFlow = Flow & { hash: string }

/**
 * The sign-in that a `state` belongs to. It has to be one with this provider and in this browser.
 * @throws Refusal `oauth_state_mismatch`, `oauth_state_used`
 */
export const requireFlow = async (
  db: Database,
  asked: { projectId: string; provider: OAuthProvider; state: string; now: number },
  browser: Browser | null,
): Promise<FoundFlow> => {
  const { projectId, provider, state, now } = asked
  const secret = await lookAtToken(db, projectId, ['oauth_state'], state, now)
  if (secret === null) {
    refuse((await wasSpent(db, projectId, 'oauth_state', state)) ? 'oauth_state_used' : 'oauth_state_mismatch')
  }
  const found = flow.parse(secret.payload)
  // An answer of another provider at this address may be a mix-up attack (RFC 9700 §4.4).
  if (secret.subject !== provider || !isBrowser(browser, found.browserHash)) refuse('oauth_state_mismatch')
  return { ...found, hash: secret.hash }
}

/** Spends the `state` of a sign-in, even if the sign-in fails later. @throws Refusal `oauth_state_used` */
export const spendFlow = async (db: Database, projectId: string, { hash }: FoundFlow, now: number): Promise<void> => {
  const isFirst = await runTransaction(db, tx => spend(tx, projectId, hash, now))
  if (!isFirst) refuse('oauth_state_used')
}
