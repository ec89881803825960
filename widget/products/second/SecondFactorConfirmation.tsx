import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './texts.ts'

/** Confirms the sign-in of a user who returned only for the second factor. */
export const SecondFactorConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.done}>
      <Mark of="success" large />
      <p className="siw-text">{texts.doneExplained}</p>
    </ScreenFrame>
  )
}
