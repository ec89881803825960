import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, errorTypeOf, fill, useUser, useWidget } from '../../form/index.ts'
import { Authorize, type LogoutRequest, readFlow } from './Authorize.tsx'
import { Leaving, leaveFor, Refusal, Stage, Trouble, useProjectName, useTexts, Waiting } from './Stage.tsx'

type LogoutStage =
  | { kind: 'waiting' }
  | { kind: 'asking'; url: string | undefined }
  | { kind: 'stayed' }
  /** There is no application to go back to. */
  | { kind: 'ended' }
  | { kind: 'leaving'; url: string }
  | { kind: 'failed'; sentence: string; mayTryAgain: boolean }

/** Handles an application's logout request. Without proof of the intended user, asks for confirmation (SPEC §4). */
const Logout = ({ request }: { request: LogoutRequest }) => {
  const { client, emit, explain } = useWidget()
  const texts = useTexts()
  const project = useProjectName()
  const [stage, setStage] = useState<LogoutStage>({ kind: 'waiting' })
  const [attempt, setAttempt] = useState(0)
  const turn = useRef(0)
  const isOfAnApplication = request.client_id !== undefined || request.id_token_hint !== undefined

  const failed = (error: unknown): LogoutStage => ({
    kind: 'failed',
    sentence: explain(error),
    mayTryAgain: errorTypeOf(error) === undefined,
  })

  /** Ends the session and continues even if the provider is unavailable, since it is cleared locally. */
  const end = async (url: string | undefined): Promise<LogoutStage> => {
    if (client.getStateSync().status !== 'signed_out')
      await client.session.revoke({ forceClear: true }).catch(() => undefined)
    emit({ type: 'LOGOUT_FLOW_COMPLETE', data: {} })
    if (url === undefined) return { kind: 'ended' }
    try {
      leaveFor(url)
      return { kind: 'leaving', url }
    } catch (error) {
      return failed(error)
    }
  }

  const look = async (): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    setStage({ kind: 'waiting' })
    setAttempt(mine)
    const next = await client.idp
      .oauthLogoutStart(request)
      .then(({ consent_required, redirect_uri: url }): LogoutStage | Promise<LogoutStage> => {
        if (turn.current !== mine) return { kind: 'waiting' }
        return consent_required ? { kind: 'asking', url } : end(url)
      }, failed)
    if (turn.current === mine) setStage(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; another request is another screen.
  useEffect(() => {
    void look()
    return () => {
      turn.current += 1
    }
  }, [])

  switch (stage.kind) {
    case 'waiting':
      return <Waiting key={attempt} onAgain={() => void look()} />
    case 'asking':
      return (
        <Stage heading={isOfAnApplication ? texts.logOut : fill(texts.logOutOf, { project })}>
          <p className="siw-text">{fill(texts.logOutSure, { project })}</p>
          <Button
            onClick={() => {
              setStage({ kind: 'waiting' })
              void end(stage.url).then(setStage)
            }}
          >
            {texts.yes}
          </Button>
          <Button look="secondary" onClick={() => setStage({ kind: 'stayed' })}>
            {texts.no}
          </Button>
        </Stage>
      )
    case 'stayed':
      return <Stage heading={texts.notLoggedOut} isAnswer />
    case 'ended':
      return <Stage heading={fill(texts.loggedOut, { project })} isAnswer />
    case 'leaving':
      return <Leaving heading={texts.done} url={stage.url} />
    case 'failed':
      return <Trouble sentence={stage.sentence} onAgain={stage.mayTryAgain ? () => void look() : undefined} />
  }
}

/** Handles a third-party application's request to sign its visitor in or out, given in the page's query. */
export const IDPConsent = () => {
  const { settings } = useWidget()
  const texts = useTexts()
  const user = useUser()
  const search = settings.idpOptions.query ?? location.search
  const flow = useMemo(() => readFlow(search), [search])
  switch (flow.kind) {
    case 'missing':
    case 'repeated':
      return <Refusal sentence={fill(texts[flow.kind], { param: flow.param })} />
    case 'logout':
      return <Logout key={search} request={flow.request} />
    case 'authorize':
      if (user === undefined) return null
      // Another person gets the question anew.
      return <Authorize key={`${search} ${user?.user_id}`} request={flow.request} user={user} />
  }
}
