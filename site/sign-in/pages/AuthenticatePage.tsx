import type { ReactNode } from 'react'
import { Layout } from '../../browser/index.tsx'
import { paths } from '../../doi/index.ts'
import type { AuthenticatePageModel, MailedLink } from './models.ts'

type Props = { model: AuthenticatePageModel }

/** Where a login is completed that needs one more word of the reader, or did not work. */
export const AuthenticatePage = ({ model }: Props) => (
  <Layout search={false}>
    <div className="passage">{partOf(model)}</div>
  </Layout>
)

const partOf = (model: AuthenticatePageModel): ReactNode => {
  switch (model.kind) {
    case 'confirm':
      return (
        <>
          <h1>
            Continue as <bdi>{model.account}</bdi>?
          </h1>
          <p className="lead">
            A link brought you here with this account. If it is not yours, or you did not ask for this, do not continue:
            what you do here would be done in its name.
          </p>
          <Replaced by={model.replaces} />
          <form method="post" action="/authenticate">
            <input type="hidden" name="session_token" value={model.sessionToken} />
            <input type="hidden" name="redirect_url" value={model.redirect} />
            <div className="actions">
              <button type="submit" className="main">
                Continue as <bdi>{model.account}</bdi>
              </button>
              <a className="button" href={model.redirect}>
                {model.replaces === null ? 'Not me' : 'Stay as I am'}
              </a>
            </div>
          </form>
        </>
      )
    case 'link':
      return (
        <>
          <h1>One more click</h1>
          <p className="lead">
            This link logs you in as <strong dir="auto">{model.account}</strong>.
          </p>
          <Replaced by={model.replaces} />
          <form method="post" action="/authenticate" data-finish="link" data-asked={model.isAsked}>
            <LinkFields link={model} />
            <div className="actions">
              <button type="submit" className="main">
                Log in
              </button>
            </div>
          </form>
          <p className="fine">
            Not your address, or you did not ask for this mail? Then close this page: nothing has happened yet.
          </p>
        </>
      )
    case 'failed':
      return (
        <>
          <h1>{model.title}</h1>
          <p className="lead">{model.message}</p>
          {model.again === null ? (
            <p>
              <a className="button" href={paths.login(model.redirect)}>
                Log in
              </a>
            </p>
          ) : (
            <form action="/authenticate">
              <LinkFields link={model.again} />
              <div className="actions">
                <button type="submit" className="main">
                  Try again
                </button>
              </div>
            </form>
          )}
        </>
      )
  }
}

const LinkFields = ({ link: { type, token, redirect } }: { link: MailedLink }) => (
  <>
    <input type="hidden" name="stytch_token_type" value={type} />
    <input type="hidden" name="token" value={token} />
    {redirect !== null && <input type="hidden" name="redirect_url" value={redirect} />}
  </>
)

/** Which session of this browser would make room; nothing when there is none. */
const Replaced = ({ by }: { by: string | null }): ReactNode => {
  if (by === null) return null
  return (
    <p className="replaced">
      {by === '' ? (
        'You are logged in with another account now, and would not be any more.'
      ) : (
        <>
          You are logged in as <strong dir="auto">{by}</strong> now, and would not be any more.
        </>
      )}
    </p>
  )
}
