import { useWidget } from '../../form/context/index.ts'
import { useFlowComplete } from '../../form/context/use-flow-complete.ts'
import { Mark, ScreenFrame } from '../../form/parts/index.ts'

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
