import { useWidget } from '../context/index.ts'
import { Mark, ScreenFrame } from '../parts/index.ts'
import { useFlowComplete } from './use-flow-complete.ts'

/** Signed in by a code. */
export const OTPConfirmation = () => {
  const { strings } = useWidget()
  useFlowComplete()
  return (
    <ScreenFrame heading={strings.passcodeConfirmation.heading}>
      <Mark of="success" large />
      <p className="siw-text">{strings.passcodeConfirmation.verified}</p>
    </ScreenFrame>
  )
}
