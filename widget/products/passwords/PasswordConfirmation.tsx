import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

/** Says that somebody is signed in, by a password or by a link of a reset mail. */
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
