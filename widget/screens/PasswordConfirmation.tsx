import { useWidget } from '../context/index.ts'
import { Mark, ScreenFrame } from '../parts/index.ts'
import { useFlowComplete } from './use-flow-complete.ts'

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
