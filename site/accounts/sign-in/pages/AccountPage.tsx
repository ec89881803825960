import { Island, Layout } from '../../../kit/browser/index.tsx'
import { paths } from '../../../kit/doi/index.ts'
import { Account } from '../browser/index.tsx'

/** Account settings page. Its content comes from the provider in the browser; this is the frame. */
export const AccountPage = () => (
  <Layout>
    <div className="account">
      <h1>Your account</h1>
      <p className="lead">
        Your login methods and personal data. Papers you watch and your activity are on your{' '}
        <a href={paths.dashboard}>dashboard</a>.
      </p>
      <noscript>
        <p>
          Changing your account requires JavaScript. Without it, you can{' '}
          <a href={paths.accountExport} download="">
            download everything we keep of you
          </a>{' '}
          and <a href={paths.logout}>log out</a>.
        </p>
      </noscript>
      <Island name="account" of={Account} props={{}} />
    </div>
  </Layout>
)
