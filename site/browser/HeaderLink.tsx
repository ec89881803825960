import { paths } from '../doi/index.ts'

type Props = { signedIn: boolean; path: string }

/** The way in or out, in the header of every page (SPEC §2, "Login modal"). It works as it stands; `start.ts` makes it open the modal. */
export const HeaderLink = ({ signedIn, path }: Props) => (
  <a id="login-link" className="login-link" href={signedIn ? paths.logout : paths.login(path)}>
    {signedIn ? 'Log out' : 'Sign up / Log in'}
  </a>
)
