import type { AccountSession } from '@corroborate/wire/types'
import { fill } from '../../form/index.ts'
import type { AccountTexts } from './en.ts'

/** A device in words: `Firefox on Windows`. Pure. */
export const deviceInWords = ({ browser, system }: AccountSession['device'], texts: AccountTexts): string => {
  if (browser !== '' && system !== '') return fill(texts.onSystem, { browser, system })
  return browser || system || texts.unknownDevice
}

/** What is said below an entry: what there is to say, and the network where one is known. Pure. */
export const whereabouts = ([said, network]: readonly [said: string, network: string], texts: AccountTexts): string =>
  [said, network !== '' && fill(texts.network, { network })].filter(Boolean).join(' · ')
