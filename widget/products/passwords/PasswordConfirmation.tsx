import { Mark, ScreenFrame, useFlowComplete, useWidget } from '../../form/index.ts'

/** Says that somebody is signed in, by a password or by a link of a reset mail. */
export const PasswordConfirmation = () => {
  const { strings } = useWidget()
  const { heading, loggedIn } = strings.passwordConfirmation
  useFlowComplete()
  return (
    <ScreenFrame heading={heading}>
      <Mark of="success" large />
      <p className="siw-text">{loggedIn}</p>
    </ScreenFrame>
  )
}
