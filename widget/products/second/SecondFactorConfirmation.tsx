import { Mark, ScreenFrame, useFlowComplete } from '../../form/index.ts'
import { useTexts } from './texts.ts'

/** Says that somebody is signed in who came back to prove the second factor alone. */
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
