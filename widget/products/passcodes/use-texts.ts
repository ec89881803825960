import { useWidget } from '../../form/index.ts'
import { enOfScreens } from './en.ts'

/** The texts of the screens of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): typeof enOfScreens => {
  const { passcode, passcodeConfirmation } = useWidget().strings
  return {
    passcode: { ...enOfScreens.passcode, ...passcode },
    passcodeConfirmation: { ...enOfScreens.passcodeConfirmation, ...passcodeConfirmation },
  }
}
