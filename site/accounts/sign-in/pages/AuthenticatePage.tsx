import { type ReactNode, useContext } from 'react'
import { Layout, LayoutSlots } from '../../../kit/browser/index.tsx'
import { paths } from '../../../kit/doi/index.ts'
import type { AuthenticatePageModel, MailedLink } from './models.ts'

type Props = { model: AuthenticatePageModel }

/** Login completion page, for logins that need confirmation or failed. */
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
            The link you opened logs you in to this account. If it isn’t yours or you didn’t request it, don’t continue:
            anything you do here would be done under its name.
          </p>
          <Replaced by={model.replaces} />
          <form method="post" action="/authenticate">
            <input type="hidden" name="session_token" value={model.sessionToken} />
            <input type="hidden" name="redirect_url" value={model.redirect} />
            <Asked by={model.asked} />
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
          <h1>Confirm your login</h1>
          <p className="lead">
            This link will log you in as <strong dir="auto">{model.account}</strong>.
          </p>
          <Replaced by={model.replaces} />
          <form method="post" action="/authenticate" data-finish="link" data-asked={model.isAsked}>
            <LinkFields link={model} />
            <Asked by={model.asked} />
            <div className="actions">
              <button type="submit" className="main">
                Log in
              </button>
            </div>
          </form>
          <p className="fine">
            Not your address, or didn’t request this email? Close this page. You haven’t been logged in.
          </p>
        </>
      )
    case 'password':
      return <NewPassword model={model} />
    case 'second-factor':
      return <SecondFactor model={model} />
    case 'social':
      return <Social model={model} />
    case 'refused':
      return (
        <>
          <h1 data-refused="">You are not logged in</h1>
          <p className="lead">{model.message} Nothing has changed here.</p>
          <div className="actions">
            <a className="button" href={paths.login(model.redirect)} data-back="login">
              Log in another way
            </a>
            <a className="button" href={model.redirect} data-back="page">
              Go back
            </a>
          </div>
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

/** Return from a social provider. The verifier is in the storage of the browser that started, which only scripts can read. */
const Social = ({ model: { token, redirect } }: { model: Extract<AuthenticatePageModel, { kind: 'social' }> }) => (
  <>
    <div className="needs-script">
      <h1 id="landing-title">Logging you in</h1>
      <form method="post" action="/authenticate" data-finish="social">
        <input type="hidden" name="token" value={token} />
        {redirect !== null && <input type="hidden" name="redirect_url" value={redirect} />}
        <div className="actions">
          <button type="submit" className="main" disabled>
            Logging in…
          </button>
        </div>
      </form>
    </div>
    <div className="without-script">
      <h1>This login method requires JavaScript</h1>
      <p className="lead">You are not logged in. Turn on JavaScript and start again, or log in with a link by email.</p>
      <p>
        <a className="button" href={paths.login(redirect ?? '/')}>
          Log in by email
        </a>
      </p>
    </div>
  </>
)

/** A new password, with nothing but forms; the widget's own form, which grades it, opens over this one. */
const NewPassword = ({ model }: { model: Extract<AuthenticatePageModel, { kind: 'password' }> }) => (
  <>
    <h1>{model.confirms ? 'Confirm your address' : 'Set a new password'}</h1>
    <p className="lead">
      {model.confirms ? (
        <>
          Choose a password for <strong dir="auto">{model.account}</strong>. The existing password was set before the
          address was confirmed, so it no longer works.
        </>
      ) : (
        <>
          For <strong dir="auto">{model.account}</strong>. This logs you out everywhere else.
        </>
      )}
    </p>
    <form method="post" action={paths.resetPassword}>
      <input type="hidden" name="token" value={model.token} />
      <input type="hidden" name="redirect_url" value={model.redirect} />
      <Asked by={model.asked} />
      <input type="text" name="username" autoComplete="username" defaultValue={model.account} readOnly hidden />
      <label htmlFor="new-password">Password</label>
      <div className="field">
        <input
          id="new-password"
          type="password"
          name="password"
          autoComplete="new-password"
          maxLength={256}
          required
          aria-invalid={model.problem !== null}
          aria-describedby="password-problem"
        />
        <button type="submit" className="main">
          {model.confirms ? 'Confirm' : 'Set password'}
        </button>
      </div>
      <p id="password-problem" className="problem" role={model.problem === null ? undefined : 'alert'}>
        {model.problem}
      </p>
    </form>
    <form method="post" action="/authenticate">
      <LinkFields link={{ type: 'login', token: model.token, redirect: model.redirect }} />
      <Asked by={model.asked} />
      <p>Prefer not to use a password?</p>
      <div className="actions">
        <button type="submit">{model.confirms ? 'Confirm without a password' : 'Log in without a password'}</button>
      </div>
    </form>
  </>
)

/** The code of the authenticator app, with nothing but a form. */
const SecondFactor = ({ model }: { model: Extract<AuthenticatePageModel, { kind: 'second-factor' }> }) => (
  <>
    <h1>One more step</h1>
    <p className="lead">
      This account is protected by an authenticator app. Enter the current code
      {model.account !== '' && (
        <>
          {' '}
          to log in as <strong dir="auto">{model.account}</strong>
        </>
      )}
      .
    </p>
    <form method="post" action={paths.secondFactor} data-second-factor="">
      <input type="hidden" name="session_token" value={model.sessionToken} />
      <input type="hidden" name="redirect_url" value={model.redirect} />
      <Asked by={model.asked} />
      <label htmlFor="second-factor-code">Code from the app, or a recovery code</label>
      <div className="field">
        <input
          id="second-factor-code"
          type="text"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          required
          aria-invalid={model.problem !== null}
          aria-describedby="second-factor-problem"
        />
        <button type="submit" className="main">
          Log in
        </button>
      </div>
      <p id="second-factor-problem" className="problem" role={model.problem === null ? undefined : 'alert'}>
        {model.problem}
      </p>
    </form>
    <LostPhone />
  </>
)

const LostPhone = () => {
  const { contact } = useContext(LayoutSlots).reader
  return (
    <p className="fine">
      Lost your phone? Use one of your recovery codes; each works once. Without one, the site’s operators can remove the
      app after verifying your identity
      {contact !== null && (
        <>
          : write to <a href={`mailto:${contact}`}>{contact}</a>
        </>
      )}
      .
    </p>
  )
}

const LinkFields = ({ link: { type, token, redirect } }: { link: MailedLink }) => (
  <>
    <input type="hidden" name="stytch_token_type" value={type} />
    <input type="hidden" name="token" value={token} />
    {redirect !== null && <input type="hidden" name="redirect_url" value={redirect} />}
  </>
)

const Asked = ({ by }: { by: string | null }): ReactNode =>
  by !== null && <input type="hidden" name="asked" value={by} />

/** Session of this browser that would be replaced; nothing if there is none. */
const Replaced = ({ by }: { by: string | null }): ReactNode => {
  if (by === null) return null
  return (
    <p className="replaced">
      {by === '' ? (
        'Continuing logs you out of your current account.'
      ) : (
        <>
          You are logged in as <strong dir="auto">{by}</strong> now, and would not be any more.
        </>
      )}
    </p>
  )
}
