import type { HttpContext } from '@corroborate/server-kit/http'
import type { Pages } from '../../../kit/http/index.ts'
import { authenticatePage } from '../pages/index.ts'
import { asking } from './asked.ts'
import type { OwedSession } from './sessions.ts'

/** Why the code that was sent is none. */
type Problem = { sentence: string; status: number }

/** Asks for the code of the authenticator app, with nothing but a form. */
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

/** What a script is told of such a session; `signedIn`: whether the browser has another one that is good. */
export const owedJson = (signedIn: boolean) => ({
  error: 'Second factor required: enter the code from your authenticator app.',
  second_factor: 'owed',
  signed_in: signedIn,
})
