import type { idp } from '@corroborate/wire/idp'
import type { DataOf } from '@corroborate/wire/types'
import { useEffect, useRef, useState } from 'react'
import { errorTypeOf, useWidget } from '../../form/index.ts'
import { type Asked, useProof } from '../proof/index.ts'
import type { AuthorizeRequest } from './flow.ts'
import { leaveFor } from './leave.ts'

type Started = Omit<DataOf<typeof idp.authorizeStart>, '__user'>

export type AuthorizeStage =
  | { kind: 'waiting' }
  /** Waiting for the user's decision. `problem`: error of their last submission. */
  | { kind: 'asking'; shown: Started; problem: string | undefined }
  /** Signed out, so that nobody can decide. */
  | { kind: 'login'; client: Started['client'] }
  | { kind: 'leaving'; url: string; isDenied: boolean }
  | { kind: 'failed'; sentence: string; mayTryAgain: boolean }

/** A decision on a request that the provider has expired, or has shown to another user. */
const forgotten = 'idp_authorization_not_started'

/**
 * Checks a request with the provider, asks the user if needed, and submits the decision (SPEC §4); without a needed decision it submits at
 * once.
 */
export const useAuthorize = (
  request: AuthorizeRequest,
): {
  stage: AuthorizeStage
  busy: boolean
  asked: Asked | null
  decide: (isAllowed: boolean) => void
  again: () => void
  /** Counts the attempts. */
  attempt: number
} => {
  const { client, emit, explain } = useWidget()
  const { asked, guarded } = useProof()
  const [stage, setStage] = useState<AuthorizeStage>({ kind: 'waiting' })
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  /** Grows with everything that is begun: the result of anything earlier is ignored. */
  const turn = useRef(0)

  const begin = async (work: (isCurrent: () => boolean) => Promise<AuthorizeStage | null>): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    const isCurrent = () => turn.current === mine
    setBusy(true)
    const next = await work(isCurrent)
    if (!isCurrent()) return
    setBusy(false)
    if (next !== null) setStage(next)
  }

  const failed = (error: unknown): AuthorizeStage => ({
    kind: 'failed',
    sentence: explain(error),
    mayTryAgain: errorTypeOf(error) === undefined,
  })

  const leave = (url: string, isDenied: boolean): AuthorizeStage => {
    try {
      leaveFor(url)
    } catch (error) {
      return failed(error)
    }
    return { kind: 'leaving', url, isDenied }
  }

  const submit = async (isAllowed: boolean, wasAsked: boolean, isCurrent: () => boolean) => {
    const data = await guarded(() => client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: isAllowed }))
    if (!isCurrent()) return null
    const isDenied = wasAsked && !isAllowed
    emit({ type: isDenied ? 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED' : 'OAUTH_AUTHORIZE_FLOW_COMPLETE', data })
    return leave(data.redirect_uri, isDenied)
  }

  const look = () =>
    begin(async isCurrent => {
      const { client_id, redirect_uri, scopes } = request
      emit({ type: 'OAUTH_AUTHORIZE_FLOW_START', data: { client_id, redirect_uri, scope: scopes?.join(' ') } })
      try {
        const shown = await guarded(() => client.idp.oauthAuthorizeStart(request))
        if (!isCurrent()) return null
        if (shown.redirect_uri !== undefined) return leave(shown.redirect_uri, false)
        if (shown.login_required) {
          emit({ type: 'OAUTH_AUTHORIZE_FLOW_LOGIN_REQUIRED', data: shown })
          return { kind: 'login', client: shown.client }
        }
        if (shown.consent_required) return { kind: 'asking', shown, problem: undefined }
        return await submit(false, false, isCurrent)
      } catch (error) {
        return failed(error)
      }
    })

  const decide = (isAllowed: boolean) =>
    void begin(async isCurrent => {
      try {
        return await submit(isAllowed, true, isCurrent)
      } catch (error) {
        if (errorTypeOf(error) === forgotten) {
          if (isCurrent()) again()
          return null
        }
        const problem = explain(error)
        setStage(now => (isCurrent() && now.kind === 'asking' ? { ...now, problem } : now))
        return null
      }
    })

  const again = () => {
    setStage({ kind: 'waiting' })
    setAttempt(before => before + 1)
    void look()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; another request and another person are another screen.
  useEffect(() => {
    void look()
    return () => {
      turn.current += 1
    }
  }, [])

  return { stage, busy, asked, decide, again, attempt }
}
