import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

export const OTPConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.passcodeConfirmation.heading}>
      <Mark of="success" large />
      <p className="siw-text">{texts.passcodeConfirmation.verified}</p>
    </ScreenFrame>
  )
}
