import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

export const PasskeyConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.success}>
      <Mark of="success" large />
      <p className="siw-text">{texts.authenticated}</p>
    </ScreenFrame>
  )
}
