import { Mark, ScreenFrame, useFlowComplete, useWidget } from '../../form/index.ts'

/** Says that somebody is signed in by a code. */
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
