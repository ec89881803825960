import { mergeTexts, useWidget } from '../../form/index.ts'
import { en, type PasswordTexts } from './en.ts'

/** The texts of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): PasswordTexts => mergeTexts(en, useWidget().strings as PasswordTexts)
