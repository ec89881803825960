import { Button, ErrorText, fill, type User, useWidget } from '../../form/index.ts'
import { ProveDialog } from '../proof/index.ts'
import { permissionsOf, wantsMore } from '../scopes/index.ts'
import type { AuthorizeRequest } from './flow.ts'
import { Leaving, Note, Refusal, Stage, Trouble, Waiting } from './Stage.tsx'
import { useProjectName, useTexts } from './texts.ts'
import { type AuthorizeStage, useAuthorize } from './use-authorize.ts'

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
