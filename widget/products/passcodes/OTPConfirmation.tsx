import { Mark, ScreenFrame, useFlowComplete, useWidget } from '../../form/index.ts'

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
