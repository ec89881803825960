import { mergeTexts, useWidget } from '../../form/index.ts'
import { enOfScreens } from './en.ts'

/** The texts of the screens of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): typeof enOfScreens => mergeTexts(enOfScreens, useWidget().strings as typeof enOfScreens)
