import type { AccountSession } from '@corroborate/wire/types'
import { fill } from '../../form/index.ts'
import type { OwnTexts } from './en.ts'

/** A device in words: `Firefox on Windows`. Pure. */
export const deviceInWords = ({ browser, system }: AccountSession['device'], texts: OwnTexts): string => {
  if (browser !== '' && system !== '') return fill(texts.onSystem, { browser, system })
  return browser || system || texts.unknownDevice
}

/** What is said below an entry: what there is to say, and the network where one is known. Pure. */
export const whereabouts = ([said, network]: readonly [said: string, network: string], texts: OwnTexts): string =>
  [said, network !== '' && fill(texts.network, { network })].filter(Boolean).join(' · ')
