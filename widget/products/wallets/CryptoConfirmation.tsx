import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

export const CryptoConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.success} back>
      <Mark of="success" large />
      <p className="siw-text">{texts.connected}</p>
    </ScreenFrame>
  )
}
