import {
  type AuthorizeName,
  authorizeNames,
  defaultScope,
  type idp,
  type LogoutName,
  logoutMark,
  logoutNames,
} from '@corroborate/wire/idp'
import type { DataOf } from '@corroborate/wire/types'
import { useEffect, useRef, useState } from 'react'
import { Button, ErrorText, errorTypeOf, fill, type User, useWidget } from '../../form/index.ts'
import { type Asked, ProveDialog, useProof } from '../proof/index.ts'
import { permissionsOf, wantsMore } from '../scopes/index.ts'
import { Leaving, leaveFor, Note, Refusal, Stage, Trouble, useProjectName, useTexts, Waiting } from './Stage.tsx'

/** An authorization request as the client passes it on. */
type AuthorizeRequest = { client_id: string; scopes?: string[]; resource?: string[] } & {
  [Name in Exclude<AuthorizeName, 'client_id' | 'resource'>]?: string
}

/** A log-out as the client passes it on. An application need not say which one it is, nor where to go afterwards. */
export type LogoutRequest = { [Name in LogoutName]?: string }

/** An application's request, or its missing or repeated parameter. */
export type Flow =
  | { kind: 'authorize'; request: AuthorizeRequest }
  | { kind: 'logout'; request: LogoutRequest }
  | { kind: 'missing' | 'repeated'; param: string }

/** Only this one may be given more than once (RFC 6749, section 3.1; RFC 8707, section 2). */
const repeatable = 'resource'

/** Parses an application's request from the page's query (SPEC §4, §5). Pure. */
export const readFlow = (search: string): Flow => {
  const query = new URLSearchParams(search)
  const isLogout = query.has('post_logout_redirect_uri') || query.get(logoutMark.name) === logoutMark.value
  const names: readonly string[] = isLogout ? logoutNames : [...authorizeNames, 'scope']
  const repeated = names.find(name => name !== repeatable && query.getAll(name).length > 1)
  if (repeated !== undefined) return { kind: 'repeated', param: repeated }
  // A pushed request (RFC 9126) is named by its address only.
  const required = query.has('request_uri') ? ['client_id'] : ['client_id', 'redirect_uri', 'response_type']
  const missing = isLogout ? undefined : required.find(name => !query.get(name))
  if (missing !== undefined) return { kind: 'missing', param: missing }

  const given = Object.fromEntries(
    names.flatMap(name => {
      const value = query.get(name)
      // A parameter without a value counts as left out (RFC 6749, section 3.1).
      return !value || name === repeatable || name === 'scope' ? [] : [[name, value]]
    }),
  )
  if (isLogout) return { kind: 'logout', request: given }
  const scopes = wordsOf(query.get('scope'))
  const resource = query.getAll(repeatable)
  const request = {
    ...given,
    ...(scopes.length > 0 ? { scopes } : !query.has('request_uri') && { scopes: wordsOf(defaultScope) }),
    ...(resource.length > 0 && { resource }),
  } as AuthorizeRequest
  return { kind: 'authorize', request }
}

const wordsOf = (text: string | null): string[] => (text ?? '').split(' ').filter(word => word !== '')

type Started = Omit<DataOf<typeof idp.authorizeStart>, '__user'>

type AuthorizeStage =
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
const useAuthorize = (
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

  const submit = async (isAllowed: boolean, wasServedForm: boolean, isCurrent: () => boolean) => {
    const data = await guarded(() => client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: isAllowed }))
    if (!isCurrent()) return null
    const isDenied = wasServedForm && !isAllowed
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

type Props = { request: AuthorizeRequest; user: User | null }

/** An application wants its visitor signed in. */
export const Authorize = ({ request, user }: Props) => {
  const texts = useTexts()
  const { stage, busy, asked, decide, again, attempt } = useAuthorize(request)
  return (
    <>
      {partOf()}
      {asked !== null && user !== null && <ProveDialog user={user} {...asked} />}
    </>
  )

  function partOf() {
    switch (stage.kind) {
      case 'waiting':
        return <Waiting key={attempt} onAgain={again} />
      case 'asking':
        return <Question {...stage} user={user} busy={busy} decide={decide} />
      case 'login':
        return (
          <Refusal sentence={texts.noSession}>
            <p className="siw-text">
              {fill(texts.logInFor, { client: stage.client.client_name, place: stage.client.redirect_host })}
            </p>
          </Refusal>
        )
      case 'leaving':
        return <Leaving heading={stage.isDenied ? texts.denied : texts.done} url={stage.url} />
      case 'failed':
        return <Trouble sentence={stage.sentence} onAgain={stage.mayTryAgain ? again : undefined} />
    }
  }
}

type QuestionProps = Omit<Extract<AuthorizeStage, { kind: 'asking' }>, 'kind'> & {
  user: User | null
  busy: boolean
  decide: (isAllowed: boolean) => void
}

/** The requesting application, the account and its permissions, and the redirect target. */
const Question = ({ shown: { client: app, scope_results }, problem, user, busy, decide }: QuestionProps) => {
  const { client } = useWidget()
  const texts = useTexts()
  const project = useProjectName()
  const names = { client: app.client_name, project }
  const account = accountOf(user)
  const { client_logo_url: logo, verified } = app
  const known = app.client_type.startsWith('first') ? texts.own : texts.known
  return (
    <Stage heading={fill(wantsMore(scope_results) ? texts.wantsAccess : texts.signInTo, names)}>
      {/* Our own copy alone: a picture from elsewhere would tell its owner who is here, and may change. */}
      {logo?.startsWith(`${client.baseUrl}/`) && <img className="siw-consent-logo" src={logo} alt="" />}
      <Note variant={verified ? 'success' : 'warning'}>{fill(verified ? known : texts.unverified, names)}</Note>
      <div>
        <p>{fill(texts.requests, names)}</p>
        <ul className="siw-consent-list">
          {permissionsOf(scope_results, texts).map(({ text, details }) => (
            <li key={text}>
              {text}
              {details.length > 0 && (
                <ul>
                  {details.map(detail => (
                    <li key={detail}>{detail}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="siw-small siw-consent-facts">
        {account !== '' && <p>{fill(texts.loggedInAs, { account })}</p>}
        {app.client_description !== '' && <p>{fill(texts.inItsWords, { description: app.client_description })}</p>}
        <p>{fill(texts.leadsTo, { place: app.redirect_host })}</p>
      </div>
      <ErrorText>{problem}</ErrorText>
      <Button busy={busy} onClick={() => decide(true)}>
        {texts.allow}
      </Button>
      <Button look="secondary" busy={busy} onClick={() => decide(false)}>
        {texts.deny}
      </Button>
    </Stage>
  )
}

/** A text by which people recognise their account; empty when there is none. */
const accountOf = (user: User | null): string =>
  user?.emails[0]?.email ?? user?.phone_numbers[0]?.phone_number ?? user?.crypto_wallets[0]?.crypto_wallet_address ?? ''
