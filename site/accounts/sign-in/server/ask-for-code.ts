import type { HttpContext } from '@corroborate/server-kit/http'
import type { Pages } from '../../../kit/http/index.ts'
import { authenticatePage } from '../pages/index.ts'
import { asking } from './asked.ts'
import type { OwedSession } from './sessions.ts'

/** Why the code that was sent is none. */
type Problem = { sentence: string; status: number }

/** Prompts for the authenticator code with a plain form. */
export const createAskForCode =
  ({ secure, pages }: { secure: boolean; pages: Pick<Pages, 'show'> }) =>
  (c: HttpContext, { token, contact }: OwedSession, redirect: string, problem: Problem | null = null): Response => {
    const model = {
      kind: 'second-factor',
      account: contact ?? '',
      sessionToken: token,
      redirect,
      problem: problem?.sentence ?? null,
      asked: asking(c, secure),
    } as const
    return pages.show(c, authenticatePage, model, problem?.status ?? 200)
  }

/** Response to a script for such a session; `signedIn`: true if the browser has another valid one. */
export const owedJson = (signedIn: boolean) => ({
  error: 'Second factor required: enter the code from your authenticator app.',
  second_factor: 'owed',
  signed_in: signedIn,
})
