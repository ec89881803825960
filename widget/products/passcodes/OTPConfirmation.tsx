import { useWidget } from '../../form/context/index.ts'
import { useFlowComplete } from '../../form/context/use-flow-complete.ts'
import { Mark, ScreenFrame } from '../../form/parts/index.ts'

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
