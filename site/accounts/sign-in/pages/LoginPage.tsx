import { Layout } from '../../../kit/browser/index.tsx'
import type { LoginPageModel } from './models.ts'

/** Login by magic link with a plain form. With JavaScript, the same URL opens the full widget over this page. */
export const LoginPage = ({ model }: { model: LoginPageModel }) => (
  <Layout search={false}>
    <div className="passage">
      {model.kind === 'ask' && <Ask model={model} />}
      {model.kind === 'sent' && <Sent model={model} />}
      {model.kind === 'confirming' && <Confirming model={model} />}
    </div>
  </Layout>
)

const Sent = ({ model }: { model: Extract<LoginPageModel, { kind: 'sent' }> }) => (
  <>
    <h1>Check your email</h1>
    <p className="lead">An email was sent to {model.email}. Open the link in it to log in.</p>
    <p>
      <a href="/login">Try again</a>
    </p>
  </>
)

const Confirming = ({ model }: { model: Extract<LoginPageModel, { kind: 'confirming' }> }) => (
  <>
    <h1>Check your email</h1>
    <p className="lead">An email was sent to {model.email}. Open the link in it to confirm your address.</p>
    <p>
      <a href={model.redirect}>Go back</a>
    </p>
  </>
)

const Ask = ({ model }: { model: Extract<LoginPageModel, { kind: 'ask' }> }) => (
  <>
    <h1>Sign up or log in</h1>
    <p className="lead">We’ll email you a login link. No password needed.</p>
    <form method="post" action="/login" noValidate>
      <input type="hidden" name="redirect_url" value={model.redirect} />
      <label htmlFor="login-email">Email</label>
      <div className="field">
        <input
          id="login-email"
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={model.email}
          maxLength={320}
          required
          aria-invalid={model.problem !== null}
          aria-describedby="login-problem"
        />
        <button type="submit" className="main">
          Email me a link
        </button>
      </div>
      <p id="login-problem" className="problem" role={model.problem === null ? undefined : 'alert'}>
        {model.problem}
      </p>
    </form>
    <p className="needs-script">
      <a href="/login">Other ways to log in</a>
    </p>
  </>
)
