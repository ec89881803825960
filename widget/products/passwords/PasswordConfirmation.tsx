import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

/** Confirms the sign-in by password or by a password reset mail's link. */
export const PasswordConfirmation = () => {
  const { heading, loggedIn } = useTexts().passwordConfirmation
  useFlowComplete()
  return (
    <ScreenFrame heading={heading}>
      <Mark of="success" large />
      <p className="siw-text">{loggedIn}</p>
    </ScreenFrame>
  )
}
