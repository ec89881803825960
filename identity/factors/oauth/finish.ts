import { runTransaction } from '@corroborate/server-kit/database'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { type Arrival, comingOf, standingOf } from './arrival.ts'
import { decide } from './decide.ts'
import type { Flow } from './flow.ts'
import { issueParcel } from './parcels.ts'
import { ProviderError } from './provider-client/index.ts'
import { requireRedirect } from './redirects.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_token: true
  }
}

/** How long the page has to come for its session, in ms. */
const tokenLifetime = 5 * 60_000

/** Where a sign-in ends, and the token with which the page comes for its session. */
export type Landing = { url: string; token: string }

/**
 * Ends a sign-in: the page gets a token, and everything that came along waits for it, sealed. Nothing is changed before the
 * page comes with it: whose account it is, is decided then.
 */
export const finish = async (
  { db, sealer }: Pick<Core, 'db' | 'sealer'>,
  project: Project,
  { loginUrl, signupUrl, codeChallenge }: Pick<Flow, 'loginUrl' | 'signupUrl' | 'codeChallenge'>,
  arrival: Arrival,
  now: number,
): Promise<Landing> => {
  const decision = decide(comingOf(project, arrival), await standingOf(db, project, arrival))
  if (decision.kind === 'taken')
    throw new ProviderError('duplicate_oauth_registration', 'it is linked to somebody else')
  const url =
    decision.kind === 'new'
      ? requireRedirect(project, 'signup', signupUrl)
      : requireRedirect(project, 'login', loginUrl)
  const secret = {
    projectId: project.id,
    kind: 'oauth_token',
    userId: '',
    codeChallenge: codeChallenge ?? undefined,
    expiresAt: now + tokenLifetime,
  } as const
  return { url, token: await runTransaction(db, tx => issueParcel(tx, sealer, arrival, secret, now)) }
}
