import { useWidget } from '../../form/index.ts'
import { en, type WalletTexts } from './en.ts'

/** The texts of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): WalletTexts => ({ ...en, ...useWidget().strings.wallets })
