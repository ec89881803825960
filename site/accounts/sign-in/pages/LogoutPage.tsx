import { Layout } from '../../../kit/browser/index.tsx'
import type { LogoutPageModel } from './models.ts'

/** Confirms a logout requested by an external link, so that other sites cannot log users out. */
export const LogoutPage = ({ model }: { model: LogoutPageModel }) => (
  <Layout search={false}>
    <div className="passage">
      <h1>Log out?</h1>
      <p className="lead">You opened a link that logs you out. You’re still logged in.</p>
      <form method="post" action="/logout">
        <input type="hidden" name="redirect_url" value={model.redirect} />
        <div className="actions">
          <button type="submit" className="main">
            Log out
          </button>
          <a className="button" href={model.redirect}>
            Stay logged in
          </a>
        </div>
      </form>
    </div>
  </Layout>
)
