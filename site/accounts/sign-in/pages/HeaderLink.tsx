import { ActingFor } from '../../../kit/browser/index.tsx'
import { paths } from '../../../kit/doi/index.ts'
import type { Reader } from '../../../kit/page/reader.ts'

/** Notice for account owners with an unverified address. Works without JavaScript. */
export const ConfirmAddress = ({ path }: { path: string }) => (
  <form className="notice confirm-address" method="post" action={paths.confirmAddress} aria-label="Your address">
    <ActingFor />
    <input type="hidden" name="redirect_url" value={path} />
    <p>Check your email to confirm your address. Until then, your votes count as anonymous; confirming removes them.</p>
    <button type="submit" className="quiet">
      Send it again
    </button>
  </form>
)

type Props = Pick<Reader, 'signedIn' | 'name' | 'path'>

/**
 * Login or logout link in the header of every page (SPEC §2, "Login modal"), with the user's name. Works without JavaScript; `start.ts`
 * makes it open the modal.
 */
export const HeaderLink = ({ signedIn, name, path }: Props) => (
  <p className="who" data-yours="account">
    {name !== null && (
      <>
        <a id="dashboard-link" className="dashboard-link" href={paths.dashboard}>
          Dashboard
        </a>
        <a id="logged-in-as" className="logged-in-as" href={paths.account} title={name}>
          <span className="visually-hidden">Logged in as </span>
          <bdi>{name}</bdi>
          <span className="visually-hidden">: your account</span>
        </a>
      </>
    )}
    <a id="login-link" className="login-link" href={signedIn ? paths.logout : paths.login(path)}>
      {signedIn ? 'Log out' : 'Sign up / Log in'}
    </a>
  </p>
)
