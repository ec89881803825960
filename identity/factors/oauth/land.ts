import { runTransaction } from '@corroborate/server-kit/database'
import { withCallbackParams } from '@corroborate/wire/landing'
import { z } from 'zod'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { type Arrival, comingOf, issueParcel, standingOf } from './arrival.ts'
import { decide } from './decide.ts'
import { ProviderError } from './provider-client/index.ts'
import { requireRedirect } from './require-redirect.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_token: true
  }
}

/** Time for the application's page to fetch the session, in ms. */
const tokenLifetime = 5 * 60_000

/** The application's pages of one sign-in, and the code challenge of the page that began it. */
export const pages = z.object({ loginUrl: z.string(), signupUrl: z.string(), codeChallenge: z.string().nullable() })
export type Pages = z.infer<typeof pages>

/**
 * Completes a sign-in with a redirect to the application, with a token in the URL. The provider's result is stored, sealed, until the page
 * presents the token. Nothing else changes before, and only then is the user determined.
 * @returns the URL of the page, or null if an OTP must be emailed first
 * @throws ProviderError if the account is linked to another user; Refusal if the page is no longer one of the project's
 */
export const land = async (
  { db, sealer }: Pick<Core, 'db' | 'sealer'>,
  project: Project,
  { loginUrl, signupUrl, codeChallenge }: Pages,
  arrival: Arrival,
  now: number,
): Promise<string | null> => {
  const decision = decide(comingOf(project, arrival), await standingOf(db, project, arrival))
  if (decision.kind === 'confirm') return null
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
  const token = await runTransaction(db, tx => issueParcel(tx, sealer, arrival, secret, now))
  return withCallbackParams(url, { type: 'oauth', token })
}
