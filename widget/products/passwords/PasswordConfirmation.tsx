import { Mark, ScreenFrame, useFlowComplete, useWidget } from '../../form/index.ts'

/** Somebody is in, by password or by the mail about it. */
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
