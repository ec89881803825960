import { pageReader } from '../../../kit/browser/index.ts'
import { actingForHeader } from '../../../kit/page/acting-for.ts'
import { storePendingAction, type Wish } from '../../pending-actions/browser/wish.ts'
import { fetchWithProof } from '../../proofs/browser/fetch-with-proof.ts'
import { endSession } from '../../sign-in/browser/index.ts'

/** The result of a call. */
export type Answer<Body> =
  | { kind: 'done'; body: Body }
  /** `sentence`: the server's error message, or null. `body`: the complete response. */
  | { kind: 'refused'; status: number; sentence: string | null; body: unknown }
  /** The session has ended: the page switches to signed out, and the pending action waits for a login. */
  | { kind: 'signed-out' }
  /** There was no answer. */
  | { kind: 'unreachable' }

type Call = {
  method?: 'POST' | 'DELETE'
  /** Sent as JSON. */
  body?: object
  /** A call that has found no answer by then has failed, in ms. */
  longestWait: number
  /** Action to resume after a login if the session has ended; null if the reader requested none. */
  wish: Wish | null
  /** The call arrives even when the reader leaves at once. */
  keepalive?: boolean
}

/**
 * Calls the site, in the name of the account that this page is for, and of no other: with a proof of work where a limit is near, and with a way
 * back into a session that has ended. Never throws.
 */
export const callSite = async <Body>(path: string, { wish, ...call }: Call): Promise<Answer<Body>> => {
  try {
    const answer = await send(path, call)
    if (answer.status === 401) {
      void endSession({ login: wish === null ? null : storePendingAction(wish) })
      return { kind: 'signed-out' }
    }
    const told: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
    if (answer.ok) return { kind: 'done', body: told as Body }
    return { kind: 'refused', status: answer.status, sentence: sentenceIn(told), body: told }
  } catch {
    return { kind: 'unreachable' }
  }
}

const send = (path: string, { method = 'POST', body, longestWait, keepalive = false }: Omit<Call, 'wish'>) => {
  const reader = pageReader()
  return fetchWithProof(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(reader !== null && { [actingForHeader]: reader }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    keepalive,
    signal: AbortSignal.timeout(longestWait),
  })
}

const sentenceIn = (told: unknown): string | null => {
  const error: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'error') : null
  return typeof error === 'string' ? error : null
}
