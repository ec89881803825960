import { paths } from '../../../kit/doi/index.ts'
import type { Reader } from '../../../kit/page/index.ts'

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
